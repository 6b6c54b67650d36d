import type { Attachment } from '@podmoga/contract/tickets'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { CONVERSATION } from './conversation.texts.ts'
import styles from './messages.module.css'

const IMAGE = /^image\/(png|jpe?g|gif|webp)$/

export interface Picture {
  src: string
  name: string
}

/** Pictures open in the viewer, other files in a new tab. */
export function Attachments({
  files,
  onOpen,
}: {
  files: readonly Attachment[]
  onOpen: (picture: Picture) => void
}) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files}>
      {files.map(({ id, file_url, file_name, size, content_type, scan }) => (
        <li key={id}>
          {scan !== undefined ? (
            <FileChip href={file_url} name={file_name} scan={scan} />
          ) : IMAGE.test(content_type ?? '') ? (
            <button
              type="button"
              className={styles.picture}
              aria-label={CONVERSATION.open_image(file_name)}
              onClick={() => onOpen({ src: file_url, name: file_name })}
            >
              <img src={file_url} alt="" loading="lazy" />
            </button>
          ) : (
            <FileChip href={file_url} name={file_name} size={size} />
          )}
        </li>
      ))}
    </ul>
  )
}
