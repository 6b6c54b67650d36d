import { isProcessed, type Message, type Ticket } from '@podmoga/contract/tickets'
import { Avatar } from '@podmoga/ui/avatar/avatar'
import { formatStamp, useToday } from '@podmoga/ui/lib/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import type { Feature } from '../../lib/feature.ts'
import { useScope } from '../../lib/scope.tsx'
import { useLate } from '../../lib/use-late.ts'
import { PromiseNote } from '../promise/promise-note.tsx'
import { messagesQuery } from '../tickets.api.ts'
import { ABOUT } from './about.texts.ts'
import { isImage, MessageFiles } from './message-files.tsx'
import { isForeign, messagesOf } from './messages.ts'
import styles from './ticket-about.module.css'

/** Number of newest files shown. */
const MOST_FILES = 4

export interface TicketAboutProps {
  ticket: Ticket
  ticketId: string
  loadAnswer: Feature['answer']
}

const isSupports = (message: Message): boolean => message.from_support ?? isForeign(message)

/** The contact at support: the assignee, else the last author from support. */
const whoOf = (
  ticket: Ticket,
  messages: readonly Message[],
): { name: string | null; text: string | null } => {
  if (ticket.assignee_name) return { name: ticket.assignee_name, text: ABOUT.led_by(ticket.assignee_name) }
  const name = messages.findLast(isSupports)?.user_name ?? null
  if (name !== null) return { name, text: ABOUT.answers(name) }
  return { name, text: ticket.assignee_name === null && !isProcessed(ticket) ? ABOUT.free : null }
}

/** The contact at support, and whose turn it is. */
function Standing({ ticket, messages }: { ticket: Ticket; messages: readonly Message[] }) {
  useToday()
  const last = messages.at(-1)
  const isClosed = isProcessed(ticket)
  const { name, text } = whoOf(ticket, messages)
  const isYours = !isClosed && last !== undefined && isSupports(last)
  return (
    <div className={styles.standing}>
      {name === null ? (
        <span className={styles.nobody}>
          <Clock size={20} aria-hidden />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <div>
        {text !== null && <p className={styles.who}>{text}</p>}
        <p className={styles.turn}>
          <span className={styles.whose} data-yours={isYours}>
            {isClosed ? ABOUT.closed : isYours ? ABOUT.waits_for_you : ABOUT.waits_for_support}
          </span>
          {last !== undefined && <time dateTime={last.created_at}>{formatStamp(last.created_at)}</time>}
        </p>
      </div>
    </div>
  )
}

/** A summary of the ticket above its messages: its state, what it is about, its newest files, and a suggested article. */
export function TicketAbout({ ticket, ticketId, loadAnswer }: TicketAboutProps) {
  // Reads the cache only: the message list fetches.
  const query = useInfiniteQuery({ ...messagesQuery(useScope(), ticketId), enabled: false })
  const messages = messagesOf(query.data?.pages ?? [])
  const Answer = useLate(() => loadAnswer?.() ?? Promise.resolve(null), loadAnswer !== undefined)
  const files = messages.flatMap((message) => message.attachments).slice(-MOST_FILES)
  const isAnswered = messages.some(isSupports)
  const [file] = files
  const isOnePicture = files.length === 1 && file !== undefined && isImage(file)
  return (
    <section className={styles.inner} data-one={isOnePicture || undefined} aria-label={ABOUT.label}>
      <div className={styles.state}>
        <Standing ticket={ticket} messages={messages} />
        {!isAnswered && <PromiseNote minutes={ticket.promise} opensAt={ticket.opens_at} />}
      </div>
      {(files.length === 0 || (isOnePicture && (isAnswered || !ticket.promise))) && (
        <p className={styles.words}>{ticket.initial_message}</p>
      )}
      {files.length > 0 && (
        <div className={styles.mosaic}>
          <MessageFiles attachments={files} ticketId={ticketId} fetchedAt={query.dataUpdatedAt} />
        </div>
      )}
      {Answer !== null && !isProcessed(ticket) && (
        <div className={styles.answer}>
          <Answer text={ticket.initial_message} />
        </div>
      )}
    </section>
  )
}
