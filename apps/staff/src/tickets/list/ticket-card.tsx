import type { TicketItem } from '@podmoga/contract/tickets'
import { Badge } from '@podmoga/ui/badge/badge'
import { CardLink } from '@podmoga/ui/card/card'
import { formatFull, formatStamp, useToday } from '@podmoga/ui/lib/dates'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { whenPointed } from '@podmoga/web/pointed'
import { useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { useScope } from '../../lib/scope.tsx'
import { messagesQuery, ticketQuery } from '../tickets.api.ts'
import { LIST } from './list.texts.ts'
import cards from './ticket-cards.module.css'
import styles from './ticket-list.module.css'

/** The last message and its author; in search results the matching text. */
function LastMessage({ ticket }: { ticket: TicketItem }) {
  const { last_author, last_is_mine, last_pictures = 0, found } = ticket
  if (found !== undefined) return <p className={styles.last}>{found}</p>
  const author = last_is_mine ? LIST.last_mine : last_author
  return (
    <p className={styles.last}>
      {author !== undefined && <span className={styles.author}>{author}: </span>}
      {last_pictures > 0 && (
        <span className={styles.photo}>
          <Camera size={16} aria-hidden /> {LIST.last_photo(last_pictures)}{' '}
        </span>
      )}
      {ticket.last_message}
    </p>
  )
}

interface TicketCardProps {
  ticket: TicketItem
  /** Not processed: somebody's reply is due. */
  isOpen: boolean
  /** The ticket open beside the list. */
  isCurrent?: boolean
}

/** A ticket in the list: the whole card is a link, and its page is prefetched on hover or touch. */
export function TicketCard({ ticket, isOpen, isCurrent }: TicketCardProps) {
  const scope = useScope()
  const queryClient = useQueryClient()
  useToday()
  const href = paths.ticket(scope.restaurantId, ticket.id)
  const prefetch = () => {
    preloadPage(href)
    void queryClient.prefetchQuery(ticketQuery(scope, ticket.id))
    void queryClient.prefetchInfiniteQuery(messagesQuery(scope, ticket.id))
  }
  return (
    <li>
      <CardLink
        className={cards.card}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        {...whenPointed(prefetch)}
        onFocus={prefetch}
      >
        <h3 className={styles.title}>{LIST.card_title(ticket.number, ticket.category)}</h3>
        <span className={styles.meta}>
          {isOpen && ticket.last_from_support && <span className={styles.turn}>{LIST.waits_for_you}</span>}
          {ticket.unread ? (
            <>
              <Badge count={ticket.unread} />
              <VisuallyHidden>{LIST.unread_here(ticket.unread)}</VisuallyHidden>
            </>
          ) : null}
          <time dateTime={ticket.created_at} title={formatFull(ticket.created_at)}>
            {formatStamp(ticket.created_at)}
          </time>
        </span>
        <LastMessage ticket={ticket} />
      </CardLink>
    </li>
  )
}

/** The same geometry with two lines of text, while the list loads. */
export function TicketCardSkeleton() {
  return (
    <li className={styles.skeleton}>
      <Skeleton width="60%" />
      <Skeleton />
      <Skeleton width="40%" />
    </li>
  )
}
