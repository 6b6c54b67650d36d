import { FileText } from 'lucide-react'
import { formatSize } from '../lib/format-size.tsx'
import { plainName } from '../lib/plain-name.ts'
import styles from './file-row.module.css'

const HELD = {
  waiting: 'Проверяем файл',
  infected: 'В файле вирус: открыть нельзя',
  too_large: 'Слишком большой для проверки: открыть нельзя',
}

interface FileChipProps {
  href: string
  name: string
  /** Bytes, when known. */
  size?: number | null | undefined
  /** State of the virus scan; while it is set, the file is not a link. */
  scan?: keyof typeof HELD | undefined
}

/** A file on the server: opens in a new tab. */
export function FileChip({ href, name, size, scan }: FileChipProps) {
  if (scan !== undefined)
    return (
      <span className={styles.chip} title={plainName(name)}>
        <FileText size={20} aria-hidden />
        <span className={styles.chipName}>{plainName(name)}</span>
        <span className={styles.chipSize}>{HELD[scan]}</span>
      </span>
    )
  return (
    <a className={styles.chip} href={href} target="_blank" rel="noopener noreferrer" title={plainName(name)}>
      <FileText size={20} aria-hidden />
      <span className={styles.chipName}>{plainName(name)}</span>
      {size != null && <span className={styles.chipSize}>{formatSize(size)}</span>}
    </a>
  )
}
