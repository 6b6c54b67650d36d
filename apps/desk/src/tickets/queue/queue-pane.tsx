import type { Call } from '@podmoga/contract/client'
import { Badge } from '@podmoga/ui/badge/badge'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { cx } from '@podmoga/ui/lib/cx'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { QueryError } from '@podmoga/web/query-error'
import { ArrowDown, Hand } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Selection } from '../bulk/use-selection.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { WhosePart } from '../side/whose-part.tsx'
import { WORK } from '../side/work.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
import { MoreTickets } from './more-tickets.tsx'
import styles from './queue.module.css'
import { QueueFilters } from './queue-filters.tsx'
import { QueueRows } from './queue-rows.tsx'
import { type QueueView, TABS } from './queue-view.ts'
import type { Queue } from './use-queue.ts'

const SearchResults = lazy(() =>
  import('../search/search-results.tsx').then((module) => ({ default: module.SearchResults })),
)

const LABELS = { waiting: TICKETS.waiting_tab, open: TICKETS.open_tab, archive: TICKETS.archive_tab }
const SKELETONS = [1, 2, 3, 4, 5, 6]

const skeleton = SKELETONS.map((at) => (
  <div key={at} className={styles.row}>
    <span className={styles.line}>
      <Skeleton width="55%" />
      <Skeleton width={48} />
    </span>
    <Skeleton width="80%" />
    <Skeleton width="95%" />
  </div>
))

export interface QueuePaneProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  queue: Queue
  openId: string | null
  onApproach: (id: string) => void
  /** Takes the longest waiting ticket of nobody. */
  onTakeNext: () => void
  isTaking: boolean
  /** Without it rows cannot be picked (the queue as the server draws it). */
  selection?: Selection
  /** What stands over the list while rows are picked. */
  bulk?: ReactNode
}

/** The list of tickets with its tabs and filters. */
export function QueuePane({ call, view, onView, queue, openId, ...props }: QueuePaneProps) {
  const { onApproach, onTakeNext, isTaking, selection, bulk } = props
  const Heading = openId === null ? 'h1' : 'h2'
  const tabs = TABS.map((key) => ({
    key,
    label:
      key === 'waiting' ? (
        <span className={styles.tab}>
          {LABELS[key]} <Badge count={queue.waiting} />
          {queue.waiting !== null && <span className="visually-hidden">{queue.waiting}</span>}
        </span>
      ) : (
        LABELS[key]
      ),
  }))
  return (
    <section
      className={cx(styles.pane, selection !== undefined && selection.picked.size > 0 && styles.picking)}
      aria-label={TICKETS.queue}
    >
      <div className={styles.head}>
        <Heading tabIndex={-1} className={styles.title} data-queue-title>
          {TICKETS.queue}
        </Heading>
        {view.number === null ? (
          <span className={styles.order}>{TICKETS.order[view.tab]}</span>
        ) : (
          <Button size="s" variant="ghost" onClick={() => onView({ ...view, number: null })}>
            {TICKETS.reset}
          </Button>
        )}
      </div>
      <div className={styles.next}>
        <Button
          size="s"
          variant="secondary"
          wide
          isPending={isTaking}
          icon={<Hand size={18} aria-hidden />}
          onClick={onTakeNext}
        >
          {WORK.take_next}
        </Button>
      </div>
      <SearchBox view={view} onView={onView} />
      {view.q === undefined ? (
        <>
          <QueueFilters call={call} view={view} onView={onView} />
          <FilterBar call={call} view={view} onView={onView} />
          <WhosePart view={view} onView={onView} />
          <Tabs
            label={TICKETS.tabs}
            tabs={tabs}
            selected={view.tab}
            onSelect={(tab) => onView({ ...view, tab, number: null })}
            className={styles.tabs ?? ''}
          >
            <QueueList
              view={view}
              queue={queue}
              openId={openId}
              onApproach={onApproach}
              selection={selection}
            />
          </Tabs>
          {bulk}
        </>
      ) : (
        <Suspense>
          <SearchResults call={call} view={view} q={view.q} openId={openId} />
        </Suspense>
      )}
    </section>
  )
}

type ListProps = Pick<QueuePaneProps, 'view' | 'queue' | 'openId' | 'onApproach'> & {
  selection: Selection | undefined
}

function QueueList({ view, queue, openId, onApproach, selection }: ListProps) {
  const { query, newcomers, rows } = queue
  if (query.isError && query.data === undefined) return <QueryError of={query} text={TICKETS.queue_failed} />
  const none =
    view.number !== null
      ? TICKETS.none_found
      : view.whose === undefined
        ? TICKETS.empty[view.tab]
        : WORK.empty[view.whose]
  return (
    <Loading isLoading={query.isPending} skeleton={skeleton}>
      {query.isRefetchError && (
        <p className={styles.stale}>
          {TICKETS.queue_stale}
          <Button size="s" variant="ghost" isPending={query.isFetching} onClick={() => void query.refetch()}>
            {TICKETS.retry}
          </Button>
        </p>
      )}
      {view.number !== null && (
        <p className={styles.note}>
          {TICKETS.everywhere}. {TICKETS.found(rows.length)}
        </p>
      )}
      {newcomers > 0 && (
        <button type="button" className={styles.pill} onClick={queue.takeNewcomers}>
          <ArrowDown size={16} aria-hidden />
          {TICKETS.newcomers(newcomers)}
          <span className="visually-hidden">. {TICKETS.show_newcomers}</span>
        </button>
      )}
      {rows.length === 0 && <EmptyState text={none} />}
      <QueueRows
        rows={rows}
        list={queue.list}
        onLeave={queue.letGo}
        onEnd={queue.goOn}
        view={view}
        openId={openId}
        onApproach={onApproach}
        selection={selection}
      />
      <MoreTickets of={query} />
    </Loading>
  )
}
