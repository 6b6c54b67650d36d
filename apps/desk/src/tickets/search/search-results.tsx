import type { Call } from '@podmoga/contract/client'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatFull, formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { Loading } from '@podmoga/ui/loading/loading'
import { Marked } from '@podmoga/ui/marked/marked'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { QueryError } from '@podmoga/web/query-error'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/use-now.ts'
import { MoreTickets } from '../queue/more-tickets.tsx'
import styles from '../queue/queue.module.css'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import { TICKETS } from '../tickets.texts.ts'
import { searchQuery } from './search.api.ts'
import { SEARCH } from './search.texts.ts'
import hits from './search-results.module.css'

interface SearchResultsProps {
  call: Call
  view: QueueView
  q: string
  openId: string | null
}

/** Tickets matching the query, with the matching fragment. */
export function SearchResults({ call, view, q, openId }: SearchResultsProps) {
  const query = useInfiniteQuery(searchQuery(call, q))
  const now = useNow()
  const found = query.data?.pages.flatMap(({ results }) => results) ?? []
  const first = query.data?.pages[0]
  if (query.isError && query.data === undefined) return <QueryError of={query} text={SEARCH.search_failed} />
  return (
    <section aria-label={SEARCH.search_results} className={hits.results}>
      <Loading isLoading={query.isPending} skeleton={<Spinner />}>
        <p role="status" className={styles.note}>
          {first?.is_guess === true ? SEARCH.search_guess : TICKETS.found(first?.total_items ?? 0)}
        </p>
        {first?.is_partial === true && <p className={styles.note}>{SEARCH.search_partial}</p>}
        {found.length === 0 && <EmptyState text={SEARCH.search_none} />}
        <ul>
          {found.map(({ ticket, message }) => (
            <li key={ticket.id} className={styles.item}>
              <Link
                href={ticketPath(ticket.id, view)}
                data-ticket={ticket.id}
                aria-current={ticket.id === openId ? 'true' : undefined}
                className={styles.row}
              >
                <span className={styles.line}>
                  <span className={styles.place}>{ticket.restaurant.name}</span>
                  <time
                    className={styles.wait}
                    dateTime={message?.at ?? ticket.last_message_at}
                    title={formatFull(message?.at ?? ticket.last_message_at)}
                  >
                    {formatStamp(message?.at ?? ticket.last_message_at, now)}
                  </time>
                </span>
                <span className={styles.subject}>
                  №{ticket.number} · {SEARCH.state_of[ticket.status]} · {ticket.category_readable} ·{' '}
                  {ticket.customer_name ?? TICKETS.someone}
                </span>
                <span className={hits.hit}>
                  {message === null ? ticket.last_message : <Marked pieces={message.pieces} />}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <MoreTickets of={query} />
      </Loading>
    </section>
  )
}
