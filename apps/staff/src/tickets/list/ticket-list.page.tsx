import type { TicketItem } from '@podmoga/contract/tickets'
import { ButtonLink } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { cx } from '@podmoga/ui/lib/cx'
import { Link } from '@podmoga/ui/lib/navigation'
import { Loading } from '@podmoga/ui/loading/loading'
import { Pager } from '@podmoga/ui/pager/pager'
import { RefreshLine } from '@podmoga/ui/progress/progress'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { usePastEnd } from '@podmoga/web/paging/past-end'
import { whenPointed } from '@podmoga/web/pointed'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { preloadPage } from '../../lib/preload-page.ts'
import { useScope } from '../../lib/scope.tsx'
import { useSlow } from '../../lib/use-slow.ts'
import { type ListView, ticketListQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { LIST } from './list.texts.ts'
import { listHref, rememberView, viewOf } from './list-view.ts'
import { TicketCard, TicketCardSkeleton } from './ticket-card.tsx'
import cards from './ticket-cards.module.css'
import { TicketFind } from './ticket-find.tsx'
import styles from './ticket-list.module.css'

const TABS = [
  { key: 'awaiting_response', label: LIST.open_tab },
  { key: 'processed', label: LIST.archive_tab },
] as const

const OutgoingTickets = lazy(() =>
  import('./outgoing-tickets.tsx').then((module) => ({ default: module.OutgoingTickets })),
)

const SKELETON = [0, 1, 2].map((key) => <TicketCardSkeleton key={key} />)

function CreateCard() {
  const { restaurantId } = useScope()
  const href = paths.newTicket(restaurantId)
  const preload = () => preloadPage(href)
  return (
    <Card tone="accent" className={styles.create}>
      <span className={styles.plus}>
        <Plus size={20} aria-hidden />
      </span>
      <h2 className={styles.createTitle}>{TICKETS.create_card}</h2>
      <ButtonLink href={href} onPointerEnter={preload} onTouchStart={preload}>
        {LIST.create}
      </ButtonLink>
    </Card>
  )
}

/** Above the list: tickets where support has asked something and the restaurant's answer is due, which may be further down. */
function Yours({ yours = [] }: { yours?: readonly TicketItem[] }) {
  const { restaurantId } = useScope()
  if (yours.length === 0) return null
  return (
    <section className={styles.yours} aria-label={LIST.yours}>
      <h2 className={styles.turn}>{LIST.yours}</h2>
      <ul>
        {yours.map(({ id, number, category, last_message }) => (
          <li key={id}>
            <Link href={paths.ticket(restaurantId, id)}>
              <b>{LIST.short_title(number, category)}</b> <span>{last_message}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const KEEPS_SCROLL = { keeps_scroll: true }

/** The list of a view, and the way to its pages. A page past the end is replaced by the last one. */
function useList(view: ListView) {
  const scope = useScope()
  const list = useQuery(ticketListQuery(scope, view))
  const hrefOf = (to: number) => listHref(scope.restaurantId, { ...view, page: to })
  // The tickets of the last page were closed or deleted, or the URL has a page that never was.
  const isPastEnd = usePastEnd(view.page, list, { hrefOf, state: KEEPS_SCROLL })
  // While the last page loads, the empty one stands in for it: that must not look like an empty list.
  const { data, isPlaceholderData, isPending } = list
  const isPast = data?.results.length === 0 && data.total_items > 0 && (isPastEnd || isPlaceholderData)
  return { list, isLoading: isPending || isPast, hrefOf }
}

/** «Тикеты»: open ones and the archive; tab and page are in the URL. */
export function TicketListPage() {
  const scope = useScope()
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const view = viewOf(search)
  const { status, page: number, search: words } = view
  useEffect(
    () => rememberView(scope.restaurantId, { status, page: number, ...(words && { search: words }) }),
    [scope, status, number, words],
  )
  const { list, isLoading, hrefOf } = useList(view)
  const isRefreshing = useSlow(list.isFetching && !list.isPending)
  return (
    <div className={cx(page.page, styles.page)}>
      <div className={styles.head}>
        <PageHeading title={TICKETS.title}>{TICKETS.title}</PageHeading>
        <ButtonLink variant="ghost" size="s" href={paths.shift(scope.restaurantId)}>
          {LIST.shift}
        </ButtonLink>
      </div>
      <Tabs
        className={styles.tabs}
        label={TICKETS.title}
        tabs={TABS}
        selected={view.status}
        onSelect={(to) => setSearch({ status: to, ...(words && { search: words }) }, { state: KEEPS_SCROLL })}
      >
        <RefreshLine isActive={isRefreshing} />
        <div className={styles.find}>
          <TicketFind
            words={words ?? ''}
            onWords={(search) =>
              setSearch({ status, ...(search && { search }) }, { replace: true, state: KEEPS_SCROLL })
            }
          />
        </div>
        <div className={styles.panel}>
          <div className={styles.side}>
            {view.status === 'awaiting_response' && <CreateCard />}
            <p className={styles.aside}>
              <MessageSquare size={24} aria-hidden />
              {LIST.beside_hint}
            </p>
          </div>
          {view.status === 'awaiting_response' && view.page === 1 && words === undefined && (
            <Suspense>
              <OutgoingTickets />
            </Suspense>
          )}
          {hasNothing(list) ? (
            <QueryError of={list} text={LIST.list_failed} />
          ) : (
            <Loading
              key={view.status}
              isLoading={isLoading}
              skeleton={<ul className={cards.list}>{SKELETON}</ul>}
            >
              {list.data && list.data.results.length === 0 && (
                <EmptyState text={words === undefined ? LIST.empty : LIST.none_found} />
              )}
              {list.data && list.data.results.length > 0 && (
                <>
                  <Yours {...list.data} />
                  {/* the cards' headings are h3 */}
                  <h2 className="visually-hidden">
                    {view.status === 'awaiting_response' ? LIST.open_tab : LIST.archive_tab}
                  </h2>
                  <ul className={cards.list}>
                    {list.data.results.map((ticket) => (
                      <TicketCard
                        key={ticket.id}
                        ticket={ticket}
                        isOpen={view.status === 'awaiting_response'}
                      />
                    ))}
                  </ul>
                </>
              )}
            </Loading>
          )}
          <Pager
            className={styles.pager ?? ''}
            page={view.page}
            totalPages={list.data?.total_pages ?? 0}
            hrefOf={hrefOf}
            aheadOf={(to) =>
              whenPointed(() => void queryClient.prefetchQuery(ticketListQuery(scope, { ...view, page: to })))
            }
          />
        </div>
      </Tabs>
    </div>
  )
}
