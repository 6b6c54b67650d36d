import { FileDown } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './file-drop.module.css'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Whether files are dragged over an element, and the handlers it needs. Dragged text and links are ignored, and so are files
 * while it is disabled.
 */
export function useDrop(onFiles: (files: File[]) => void, isDisabled = false) {
  const [isOver, setOver] = useState(false)
  // a child's dragenter comes before its parent's dragleave, so enters and leaves are counted
  const depth = useRef(0)
  const leave = () => {
    depth.current = 0
    setOver(false)
  }
  if (isDisabled) return { isOver: false, dropProps: {} }
  const dropProps = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return
      depth.current += 1
      setOver(true)
    },
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave(event: DragEvent) {
      if (!hasFiles(event)) return
      depth.current -= 1
      if (depth.current <= 0) leave()
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      leave()
      const files = [...event.dataTransfer.files]
      if (files.length > 0) onFiles(files)
    },
  }
  return { isOver, dropProps }
}

interface DropAreaProps {
  /** Gets every dropped file; the caller checks the types. */
  onFiles: (files: File[]) => void
  isDisabled?: boolean
  className?: string
  children: ReactNode
}

/** A part of the page (a whole card) that accepts dropped files and is highlighted while files are dragged over it. */
export function DropArea({ onFiles, isDisabled, className, children }: DropAreaProps) {
  const { isOver, dropProps } = useDrop(onFiles, isDisabled)
  return (
    <div className={cx(styles.area, className)} {...dropProps}>
      {children}
      {isOver && (
        <div className={styles.veil} aria-hidden>
          <FileDown size={24} />
          Отпустите, чтобы прикрепить
        </div>
      )}
    </div>
  )
}
