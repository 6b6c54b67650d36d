import { FileText } from 'lucide-react'
import { formatSize } from '../lib/format-size.tsx'
import { plainName } from '../lib/plain-name.ts'
import styles from './file-row.module.css'

interface FileChipProps {
  href: string
  name: string
  /** Bytes, when known. */
  size?: number | null | undefined
}

/** A file on the server: opens in a new tab. */
export function FileChip({ href, name, size }: FileChipProps) {
  return (
    <a className={styles.chip} href={href} target="_blank" rel="noopener noreferrer" title={plainName(name)}>
      <FileText size={20} aria-hidden />
      <span className={styles.chipName}>{plainName(name)}</span>
      {size != null && <span className={styles.chipSize}>{formatSize(size)}</span>}
    </a>
  )
}
