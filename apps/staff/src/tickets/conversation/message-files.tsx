import type { Attachment } from '@podmoga/contract/tickets'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOldLink, openFresh, tellNotOpened } from '../../lib/file-links.ts'
import { useScope } from '../../lib/scope.tsx'
import { shownUrl } from '../attachments/shown-url.ts'
import { useOpenPicture } from '../attachments/use-open-picture.ts'
import { messagesQuery } from '../tickets.api.ts'
import styles from './bubble.module.css'
import { CONVERSATION } from './conversation.texts.ts'
import { messagesOf } from './messages.ts'

const Lightbox = lazyPart(() => import('@podmoga/ui/lightbox/lightbox').then((module) => module.Lightbox))

export const isImage = ({ content_type, file_name }: Attachment): boolean =>
  content_type === undefined ? /\.(jpe?g|png)$/i.test(file_name) : content_type.startsWith('image/')

interface MessageFilesProps {
  attachments: readonly Attachment[]
  ticketId: string
  fetchedAt: number
}

/**
 * The files of a message: pictures as thumbnails that open full-screen, others as chips. Their links expire after a few minutes.
 */
export function MessageFiles({ attachments, ticketId, fetchedAt }: MessageFilesProps) {
  const scope = useScope()
  const queryClient = useQueryClient()
  const { open, show, close } = useOpenPicture<{ src: string; name: string }>()
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  if (attachments.length === 0) return null

  /** A freshly signed URL of a file; null if there is none now. */
  const freshUrl = async (id: string): Promise<string | null> => {
    const { queryKey } = messagesQuery(scope, ticketId)
    await queryClient.refetchQueries({ queryKey, exact: true })
    if (queryClient.getQueryState(queryKey)?.status !== 'success') return null
    const messages = messagesOf(queryClient.getQueryData(queryKey)?.pages ?? [])
    return messages.flatMap((message) => message.attachments).find((file) => file.id === id)?.file_url ?? null
  }

  const openImage = async (button: HTMLButtonElement, file: Attachment) => {
    const url = isOldLink(fetchedAt) ? await freshUrl(file.id) : shownUrl(file, fetchedAt)
    if (url === null) tellNotOpened()
    else show({ src: url, name: file.file_name }, button)
  }

  const mend = (file: Attachment) => {
    if (broken.has(file.id)) return
    setBroken(new Set([...broken, file.id]))
    if (isOldLink(fetchedAt)) void freshUrl(file.id)
  }

  return (
    <ul className={styles.files}>
      {attachments.map((file) => (
        <li key={file.id}>
          {file.scan !== undefined ? (
            <FileChip href={file.file_url} name={file.file_name} scan={file.scan} />
          ) : isImage(file) ? (
            <button
              type="button"
              className={styles.thumbnail}
              aria-label={CONVERSATION.open_image(file.file_name)}
              title={file.file_name}
              onClick={(event) => void openImage(event.currentTarget, file)}
            >
              <img
                src={shownUrl(file, fetchedAt, broken.has(file.id))}
                alt=""
                width={160}
                height={160}
                loading="lazy"
                onError={() => mend(file)}
              />
            </button>
          ) : (
            <span onClickCapture={(event) => void openFresh(event, fetchedAt, () => freshUrl(file.id))}>
              <FileChip href={file.file_url} name={file.file_name} size={file.size} />
            </span>
          )}
        </li>
      ))}
      {open !== null && <Lightbox src={open.src} name={open.name} downloadHref={open.src} onClose={close} />}
    </ul>
  )
}
