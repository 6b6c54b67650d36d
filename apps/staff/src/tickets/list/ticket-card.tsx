import type { TicketItem } from '@podmoga/contract/tickets'
import { Badge } from '@podmoga/ui/badge/badge'
import { CardLink } from '@podmoga/ui/card/card'
import { formatFull, formatStamp, useToday } from '@podmoga/ui/lib/dates'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { whenPointed } from '@podmoga/web/pointed'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { useScope } from '../../lib/scope.tsx'
import { messagesQuery, ticketQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import cards from './ticket-cards.module.css'
import styles from './ticket-list.module.css'

/** One ticket of the list: the whole card is a link, and what lies behind it is fetched as soon as it is pointed at. */
export function TicketCard({ ticket }: { ticket: TicketItem }) {
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
      <CardLink className={cards.card} href={href} {...whenPointed(prefetch)} onFocus={prefetch}>
        <h3 className={styles.title}>{TICKETS.card_title(ticket.number, ticket.category)}</h3>
        <span className={styles.meta}>
          {ticket.unread ? (
            <>
              <Badge count={ticket.unread} />
              <VisuallyHidden>{TICKETS.unread_here(ticket.unread)}</VisuallyHidden>
            </>
          ) : null}
          <time dateTime={ticket.created_at} title={formatFull(ticket.created_at)}>
            {formatStamp(ticket.created_at)}
          </time>
        </span>
        <p className={styles.last}>{ticket.last_message}</p>
      </CardLink>
    </li>
  )
}

/** The same geometry with a two-line text, while the list is on its way. */
export function TicketCardSkeleton() {
  return (
    <li className={styles.skeleton}>
      <Skeleton width="60%" />
      <Skeleton />
      <Skeleton width="40%" />
    </li>
  )
}
