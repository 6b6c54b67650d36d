import { hasCutCard } from '@podmoga/contract/fields/written'
import type { Message } from '@podmoga/contract/tickets'
import { Avatar } from '@podmoga/ui/avatar/avatar'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull, formatTime } from '@podmoga/ui/lib/dates'
import { memo } from 'react'
import { linkify } from '../../lib/linkify.ts'
import { TICKETS } from '../tickets.texts.ts'
import styles from './bubble.module.css'
import { CONVERSATION } from './conversation.texts.ts'
import { MessageFiles } from './message-files.tsx'

/** The text of a message; URLs in it become links. */
export function MessageText({ text }: { text: string }) {
  if (text === '') return null
  let at = 0
  return (
    <p className={styles.text} dir="auto">
      {linkify(text).map((piece) => {
        const key = at
        at += piece.text.length
        return piece.href === undefined ? (
          piece.text
        ) : (
          <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer">
            {piece.text}
          </a>
        )
      })}
    </p>
  )
}

interface MessageBubbleProps {
  message: Message
  ticketId: string
  /** When the message was fetched, in epoch milliseconds: its file links expire relative to this. */
  fetchedAt: number
}

/**
 * A message from the server. The user's own are on the right; if the backend does not tell whose they are, all are on the left.
 */
export const MessageBubble = memo(function MessageBubble({
  message,
  ticketId,
  fetchedAt,
}: MessageBubbleProps) {
  const { id, text, created_at, user_name, user_image, is_mine, from_support, mark, attachments } = message
  const time = (
    <time dateTime={created_at} title={formatFull(created_at)}>
      {formatTime(created_at)}
    </time>
  )
  const body = (
    <div className={styles.bubble}>
      {mark && <b>{mark}</b>}
      <MessageText text={text} />
      <MessageFiles attachments={attachments} ticketId={ticketId} fetchedAt={fetchedAt} />
    </div>
  )
  if (is_mine === true)
    return (
      <article data-message={id} className={cx(styles.message, styles.mine)}>
        <p className="visually-hidden">
          {TICKETS.you}, {formatTime(created_at)}
        </p>
        {body}
        {hasCutCard(text) && <p className={styles.caption}>{CONVERSATION.card_cut}</p>}
        <p className={styles.caption}>
          <span aria-hidden>{time}</span>
          <span>{TICKETS.sent}</span>
        </p>
      </article>
    )
  const name = user_name ?? (from_support ? TICKETS.support : TICKETS.someone)
  return (
    <article data-message={id} className={styles.message}>
      <Avatar name={name} image={user_image} />
      <div className={styles.column}>
        <p className={styles.author}>
          <span className={styles.name}>{name}</span>
          {time}
        </p>
        {body}
      </div>
    </article>
  )
})
