import { Button } from '@podmoga/ui/button/button'
import { cx } from '@podmoga/ui/lib/cx'
import { formatProgress, formatSize } from '@podmoga/ui/lib/format-size'
import { Progress } from '@podmoga/ui/progress/progress'
import { sentOfEach } from '@podmoga/web/files/add-files'
import { mayTakeBack } from '@podmoga/web/outbox/item'
import { CircleAlert, Clock, FileText, WifiOff } from 'lucide-react'
import type { Outgoing } from '../composer/outbox.kinds.ts'
import { TICKETS } from '../tickets.texts.ts'
import { CONVERSATION } from './conversation.texts.ts'
import styles from './messages.module.css'

interface OutgoingBubbleProps {
  reply: Outgoing
  author: string
  onRetry: () => void
  onRemove: () => void
  /** Moves it back to the composer; undefined if there is none. */
  onTakeBack: (() => void) | undefined
}

const SIGNS = { sending: Clock, waiting: WifiOff, failed: CircleAlert }
const STATES = {
  sending: CONVERSATION.sending,
  waiting: TICKETS.waits_network,
  failed: CONVERSATION.not_sent,
}

/** A reply that the server has not accepted yet. */
export function OutgoingBubble({ reply, author, onRetry, onRemove, onTakeBack }: OutgoingBubbleProps) {
  const { files, problem, data } = reply
  const { text, close } = data
  // A sent reply stays here until the list shows it.
  const state = reply.state === 'sent' ? 'sending' : reply.state
  const sent = sentOfEach(files, reply.sent_bytes, reply.total_bytes)
  const Sign = SIGNS[state]
  const isFailed = state === 'failed'
  return (
    <article className={cx(styles.message, styles.ours, !isFailed && styles.pale)} data-outgoing={reply.id}>
      <div className={styles.body}>
        <p className={styles.meta}>
          <b>{author}</b>
        </p>
        <p className={styles.bubble}>{text}</p>
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map((file, at) => {
              const done = sent[at] ?? 0
              return (
                <li key={`${file.name} ${file.lastModified}`} className={styles.upload}>
                  <FileText size={20} aria-hidden />
                  <span className={styles.uploadName}>{file.name}</span>
                  <span className={styles.uploadSize}>
                    {state === 'sending' ? formatProgress(done, file.size) : formatSize(file.size)}
                  </span>
                  {state === 'sending' && (
                    <Progress
                      className={styles.uploadBar ?? ''}
                      label={CONVERSATION.upload_of(file.name)}
                      value={(done / Math.max(1, file.size)) * 100}
                      valueText={formatProgress(done, file.size)}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        )}
        <p className={cx(styles.state, isFailed && styles.failed)}>
          <Sign size={15} aria-hidden />
          {STATES[state]}
          {!isFailed && close && `, ${CONVERSATION.will_close}`}
          {isFailed && problem !== null && `. ${problem}`}
        </p>
        <div className={styles.ways}>
          {isFailed && (
            <>
              <Button size="s" variant="secondary" onClick={onRetry}>
                {TICKETS.retry}
              </Button>
              {onTakeBack && (
                <Button size="s" variant="ghost" onClick={onTakeBack}>
                  {CONVERSATION.edit}
                </Button>
              )}
              <Button size="s" variant="ghost" onClick={onRemove}>
                {CONVERSATION.remove}
              </Button>
            </>
          )}
          {onTakeBack && files.length > 0 && mayTakeBack(reply) && (
            <Button size="s" variant="ghost" onClick={onTakeBack}>
              {CONVERSATION.cancel}
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}
