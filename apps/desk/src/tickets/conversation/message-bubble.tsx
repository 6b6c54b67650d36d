import { hasCutCard } from '@podmoga/contract/fields/written'
import type { Message } from '@podmoga/contract/tickets'
import { Avatar } from '@podmoga/ui/avatar/avatar'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull, formatTime } from '@podmoga/ui/lib/dates'
import { TICKETS } from '../tickets.texts.ts'
import { Attachments, type Picture } from './attachments.tsx'
import styles from './messages.module.css'

interface MessageBubbleProps {
  message: Message
  onOpen: (picture: Picture) => void
}

/** One message: the customer's on the left, support's on the right. */
export function MessageBubble({ message, onOpen }: MessageBubbleProps) {
  const { id, text, created_at, user_name, user_image, from_support = false, mark, attachments } = message
  const name = user_name ?? (from_support ? TICKETS.support : TICKETS.someone)
  return (
    <article data-message={id} className={cx(styles.message, from_support && styles.ours)}>
      {!from_support && <Avatar name={name} image={user_image} />}
      <div className={styles.body}>
        <p className={styles.meta}>
          <b>{name}</b>{' '}
          <time dateTime={created_at} title={formatFull(created_at)}>
            {formatTime(created_at)}
          </time>{' '}
          {mark && <b>{mark}</b>}
        </p>
        {text !== '' && <p className={styles.bubble}>{text}</p>}
        {hasCutCard(text) && <p className={styles.meta}>{TICKETS.card_cut}</p>}
        <Attachments files={attachments} onOpen={onOpen} />
      </div>
    </article>
  )
}
