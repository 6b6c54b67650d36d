import type { DeskNote } from '@podmoga/contract/desk/notes'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull, formatTime } from '@podmoga/ui/lib/dates'
import { EyeOff } from 'lucide-react'
import { COMPOSER } from '../composer/composer.texts.ts'
import { TEAM } from '../team.texts.ts'
import { Attachments, type Picture } from './attachments.tsx'
import styles from './messages.module.css'

interface NoteBubbleProps {
  note: DeskNote
  onOpen: (picture: Picture) => void
}

/** A note for colleagues, distinguished from messages by colour and label. */
export function NoteBubble({ note, onOpen }: NoteBubbleProps) {
  const { note_id, note_text, noted_at, author_name, attachments } = note
  return (
    <article
      data-note={note_id}
      className={cx(styles.message, styles.ours, styles.note)}
      aria-label={TEAM.note}
    >
      <div className={styles.body}>
        <p className={styles.meta}>
          <b>{author_name}</b>{' '}
          <time dateTime={noted_at} title={formatFull(noted_at)}>
            {formatTime(noted_at)}
          </time>
        </p>
        <p className={styles.bubble}>{note_text}</p>
        <Attachments files={attachments} onOpen={onOpen} />
        <p className={styles.state}>
          <EyeOff size={15} aria-hidden />
          {TEAM.note}, {COMPOSER.only_support}
        </p>
      </div>
    </article>
  )
}
