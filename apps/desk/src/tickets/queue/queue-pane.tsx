import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { cx } from '@podmoga/ui/lib/cx'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { QueryError } from '@podmoga/web/query-error'
import { stored } from '@podmoga/web/stored'
import { ArrowDown, PhoneIncoming } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Selection } from '../bulk/use-selection.ts'
import { FilterBar, hasFilters } from '../filters/filter-bar.tsx'
import { SAVED_KEY } from '../filters/saved-key.ts'
import { VIEWS } from '../filters/views.texts.ts'
import { SearchBox } from '../search/search-box.tsx'
import { WORK } from '../side/work.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
import { MoreTickets } from './more-tickets.tsx'
import styles from './queue.module.css'
import { QueueRows } from './queue-rows.tsx'
import { useQueueTabs, viewAt } from './queue-tabs.tsx'
import type { QueueView } from './queue-view.ts'
import { useDensity } from './use-density.ts'
import type { Queue } from './use-queue.ts'

const FilterChips = lazyPart(
  () => import('../filters/filter-chips.tsx').then((module) => module.FilterChips),
  { inPlace: true },
)
const SavedRow = lazy(() =>
  import('../filters/saved-row.tsx').then((module) => ({ default: module.SavedRow })),
)
const SearchResults = lazyPart(
  () => import('../search/search-results.tsx').then((module) => module.SearchResults),
  { inPlace: true },
)

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
  /** Takes the longest waiting unassigned ticket. */
  onTakeNext: () => void
  /** Opens the caller dialog; omitted in the server-rendered queue. */
  onCaller?: () => void
  isTaking: boolean
  /** If omitted, rows cannot be picked (server-rendered queue). */
  selection?: Selection
  /** Shown above the list while rows are picked. */
  bulk?: ReactNode
}

/** The list of tickets with its tabs and filters. */
export function QueuePane({ call, view, onView, queue, openId, ...props }: QueuePaneProps) {
  const { onApproach, onTakeNext, onCaller, isTaking, selection, bulk } = props
  const Heading = openId === null ? 'h1' : 'h2'
  const [density, setDensity] = useDensity()
  const tabs = useQueueTabs(view, queue.waiting)
  return (
    <section className={styles.pane} aria-label={TICKETS.queue}>
      <Heading tabIndex={-1} className="visually-hidden" data-queue-title>
        {TICKETS.queue}
      </Heading>
      <div className={styles.head}>
        <SearchBox view={view} onView={onView} />
        <FilterBar call={call} view={view} onView={onView} density={density} onDensity={setDensity} />
        <IconButton label={VIEWS.caller} onClick={onCaller}>
          <PhoneIncoming size={20} aria-hidden />
        </IconButton>
        <Button size="s" isPending={isTaking} onClick={onTakeNext}>
          <span>
            {WORK.take}
            <span className="visually-hidden"> {WORK.take_what}</span>
          </span>
        </Button>
      </div>
      {view.q === undefined ? (
        <>
          {hasFilters(view) && <FilterChips call={call} view={view} onView={onView} />}
          <Suspense fallback={stored.get(SAVED_KEY) && <div className={styles.saved} />}>
            <SavedRow call={call} view={view} onView={onView} />
          </Suspense>
          <Tabs
            label={TICKETS.tabs}
            tabs={tabs.tabs}
            selected={tabs.selected}
            onSelect={(key) => onView(viewAt(view, key))}
            className={cx(styles.tabs, density === 'dense' && styles.dense)}
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
        <SearchResults call={call} view={view} q={view.q} openId={openId} />
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
      : hasFilters(view)
        ? TICKETS.none_within
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
