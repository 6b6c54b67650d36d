import { type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './file-row.module.css'
import { FileRow, type FileRowProps } from './file-row.tsx'

export interface FileEntry extends Omit<FileRowProps, 'onRemove' | 'removeRef'> {
  key: string
}

interface FileRowsProps {
  files: readonly FileEntry[]
  onRemove: (key: string) => void
  /** Takes the focus when the last file was removed: the input that adds files. */
  fallbackRef?: RefObject<HTMLElement | null>
}

/** Files to be sent; removing one moves the focus to the next one's remove button. */
export function FileRows({ files, onRemove, fallbackRef }: FileRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<{ at: number; of: number } | null>(null)
  useLayoutEffect(() => {
    const removed = removedAt.current
    if (!removed || files.length === removed.of) return
    removedAt.current = null
    const rows = list.current?.children
    const row = rows?.[Math.min(removed.at, rows.length - 1)]
    const next = row?.querySelector<HTMLElement>('button:last-of-type')
    ;(next ?? fallbackRef?.current)?.focus()
  })
  if (files.length === 0) return null
  return (
    <ul ref={list} className={styles.list}>
      {files.map(({ key, ...file }, index) => (
        <li key={key}>
          <FileRow
            {...file}
            onRemove={() => {
              removedAt.current = { at: index, of: files.length }
              onRemove(key)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
