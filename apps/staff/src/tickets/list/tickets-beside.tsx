import { Loading } from '@podmoga/ui/loading/loading'
import { endOf } from '@podmoga/web/paging/past-end'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { ticketListQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { LIST } from './list.texts.ts'
import { lastView } from './list-view.ts'
import { TicketCard, TicketCardSkeleton } from './ticket-card.tsx'
import cards from './ticket-cards.module.css'
import styles from './tickets-beside.module.css'

const SKELETON = (
  <ul className={cards.list}>
    {[0, 1, 2, 3].map((key) => (
      <TicketCardSkeleton key={key} />
    ))}
  </ul>
)

/** The list as last seen, beside the open ticket. */
export function TicketsBeside({ openId }: { openId: string }) {
  const scope = useScope()
  const [view, setView] = useState(() => lastView(scope.restaurantId))
  const list = useQuery(ticketListQuery(scope, view))
  const end = endOf(view.page, list)
  if (end !== null) setView({ ...view, page: end })
  return (
    <nav className={styles.beside} aria-label={TICKETS.title}>
      {hasNothing(list) ? (
        <QueryError of={list} compact text={LIST.list_failed} />
      ) : (
        <Loading isLoading={list.isPending} skeleton={SKELETON}>
          <ul className={cards.list}>
            {list.data?.results.map((ticket) => (
              <TicketCard
                key={ticket.id}
                ticket={ticket}
                isOpen={view.status === 'awaiting_response'}
                isCurrent={ticket.id === openId}
              />
            ))}
          </ul>
        </Loading>
      )}
    </nav>
  )
}
