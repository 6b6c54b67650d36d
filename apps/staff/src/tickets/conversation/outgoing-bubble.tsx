import { Button } from '@podmoga/ui/button/button'
import { FileRow } from '@podmoga/ui/file-row/file-row'
import { cx } from '@podmoga/ui/lib/cx'
import { formatTime } from '@podmoga/ui/lib/dates'
import { sentOfEach } from '@podmoga/web/files/add-files'
import { isCancellable } from '@podmoga/web/outbox/item'
import { Clock, TriangleAlert } from 'lucide-react'
import { useSlow } from '../../lib/use-slow.ts'
import { fileKey } from '../attachments/file-key.ts'
import type { OutgoingReply } from '../outbox/outgoing.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { TICKETS } from '../tickets.texts.ts'
import styles from './bubble.module.css'
import { MessageText } from './message-bubble.tsx'

const LONG_MS = 10_000

const STATES = {
  waiting: { text: TICKETS.waiting, Icon: Clock },
  sending: { text: TICKETS.sending, Icon: Clock },
  sent: { text: TICKETS.sent, Icon: null },
  failed: { text: TICKETS.not_sent, Icon: TriangleAlert },
} as const

interface OutgoingBubbleProps {
  item: OutgoingReply
  outbox: Pick<ReturnType<typeof useOutbox>, 'retry' | 'discard' | 'cancel' | 'dropFile'>
}

/** An unsent reply with the progress of each file; a failed one keeps its text and files and can be sent again. */
export function OutgoingBubble({ item, outbox }: OutgoingBubbleProps) {
  const { id, files, state, created_at, problem, is_final } = item
  const isLong = useSlow(state === 'sending', LONG_MS)
  const sent = sentOfEach(files, item.sent_bytes, item.total_bytes)
  const mayCancel = isCancellable(item)
  const mayDrop = state === 'waiting' || state === 'failed'
  const { text: label, Icon } = STATES[state]
  return (
    <article data-message={id} className={cx(styles.message, styles.mine, styles[state])}>
      <p className="visually-hidden">
        {TICKETS.you}, {formatTime(created_at)}
      </p>
      <div className={styles.bubble}>
        <MessageText text={item.data.text} />
        {files.length > 0 && (
          <ul className={styles.outFiles}>
            {files.map((file, index) => (
              <li key={fileKey(file)}>
                <FileRow
                  file={file}
                  sent={state === 'sending' ? (sent[index] ?? 0) : undefined}
                  error={state === 'failed' ? TICKETS.not_sent : undefined}
                  onRetry={is_final === true ? undefined : () => outbox.retry(id)}
                  onCancel={mayCancel ? () => outbox.dropFile(id, file) : undefined}
                  onRemove={mayDrop ? () => outbox.dropFile(id, file) : undefined}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={styles.caption}>
        <time dateTime={created_at} aria-hidden>
          {formatTime(created_at)}
        </time>
        <span className={styles.state}>
          {Icon && <Icon size={14} aria-hidden />}
          {isLong ? TICKETS.longer : label}
        </span>
        {isLong && mayCancel && (
          <Button variant="ghost" size="s" onClick={() => outbox.cancel(id)}>
            {TICKETS.cancel}
          </Button>
        )}
      </p>
      {state === 'failed' && (
        <div className={styles.ways}>
          {problem !== null && <p className={styles.problem}>{problem}</p>}
          {is_final === true ? (
            <p className={styles.problem}>{TICKETS.mend_files}</p>
          ) : (
            <Button variant="secondary" size="s" onClick={() => outbox.retry(id)}>
              {TICKETS.retry}
            </Button>
          )}
          <Button variant="ghost" size="s" onClick={() => outbox.discard(id)}>
            {TICKETS.remove}
          </Button>
        </div>
      )}
    </article>
  )
}
