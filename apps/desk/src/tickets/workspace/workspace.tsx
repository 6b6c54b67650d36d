import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { cx } from '@podmoga/ui/lib/cx'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { useMedia } from '@podmoga/ui/lib/use-media'
import { fetchAhead } from '@podmoga/web/fetch-ahead'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Headset } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useCommandKey } from '../../lib/use-command-key.ts'
import { loadActs } from '../acts/use-acts.ts'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import { onReplyClosed } from '../composer/closed-replies.ts'
import type { ComposerPaneHandle } from '../composer/composer-pane.tsx'
import { CustomerCard, loadTicket, TicketPane } from '../conversation/load-ticket.ts'
import { useMergedAway } from '../conversation/use-merged-away.ts'
import type { PaletteProps } from '../palette/palette.tsx'
import type { Picked } from '../picker/picks.ts'
import { loadPickedActs, useChoose } from '../picker/use-choose.ts'
import { fetchLists, usePicker } from '../picker/use-picker.tsx'
import { QueuePane, type QueuePaneProps } from '../queue/queue-pane.tsx'
import { type QueueView, queuePath, ticketPath } from '../queue/queue-view.ts'
import { useQueue } from '../queue/use-queue.ts'
import type { TicketSideProps } from '../side/ticket-side.tsx'
import { useWork } from '../side/use-work.ts'
import { ticketActions } from '../ticket-actions.ts'
import { ticketQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { type TicketMutations, useTicketMutations } from '../use-ticket-mutations.ts'
import { UndoBar } from './undo-bar.tsx'
import { usePanes } from './use-panes.ts'
import { type Go, rowOf, useFocusAfter, useSteps } from './use-steps.ts'
import { useWorkspaceKeys } from './use-workspace-keys.ts'
import styles from './workspace.module.css'

const loadBulkBar = () => import('../bulk/bulk-bar.tsx').then((module) => module.BulkBar)
const BulkBar = lazyPart(loadBulkBar, { inPlace: true })
const TicketSide = lazy(() =>
  import('../side/ticket-side.tsx').then((module) => ({ default: module.TicketSide })),
)

/** Wide enough for the third pane; see workspace.module.css. */
const WIDE = '(min-width: 1280px)'

export interface WorkspaceProps {
  call: Call
  /** Id of the session's person, owner of drafts and replies. */
  person: string
  /** The person's id. */
  me: string
  author: string
  view: QueueView
  ticketId: string | null
  go: Go
  /** Whether single-letter hotkeys are on. */
  hasKeys: boolean
  onKeys: () => void
  /** The command palette, including other sections of the desk. */
  Palette: ComponentType<Omit<PaletteProps, 'call' | 'isAgent' | 'sections'>>
}

interface QueueColumnProps extends Omit<QueuePaneProps, 'onView' | 'openId' | 'bulk'> {
  selection: Selection
  /** Handler of choices for all picked tickets. */
  ofMany: RefObject<((picked: Picked) => void) | null>
  me: string
  mutations: TicketMutations
  ticketId: string | null
  go: Go
}

/** The queue with the bulk bar, whose code is loaded when the first ticket is picked. */
function QueueColumn({ me, mutations, ticketId, go, ofMany, ...pane }: QueueColumnProps) {
  const { call, view, selection } = pane
  const [hasPicked, setPicked] = useState(false)
  if (selection.picked.size > 0 && !hasPicked) setPicked(true)
  return (
    <div className={styles.queue} data-pane="queue">
      <QueuePane
        {...pane}
        openId={ticketId}
        onView={(next) =>
          go(ticketId === null ? queuePath(next) : ticketPath(ticketId, next), { replace: true })
        }
        bulk={
          hasPicked && (
            <BulkBar
              call={call}
              me={me}
              tab={view.tab}
              selection={selection}
              queue={pane.queue}
              ofMany={ofMany}
            />
          )
        }
      />
      {ticketId === null && <UndoBar mutations={mutations} />}
    </div>
  )
}

/** Shown when no ticket is open, with a button to open the longest waiting one. */
function NothingOpen({ onLongest }: { onLongest: (() => void) | null }) {
  return (
    <EmptyState
      icon={<Headset size={24} aria-hidden />}
      text={TICKETS.pick}
      action={
        onLongest && (
          <Button variant="secondary" onClick={onLongest}>
            {TICKETS.pick_longest}
          </Button>
        )
      }
    />
  )
}

interface CustomerPaneProps extends TicketSideProps {
  /** The id in the URL; differs from the ticket's own if it was merged. */
  ticketId: string | null
}

/** The customer card; on wide screens also the ticket's side panes. */
function CustomerPane({ ticketId, ...side }: CustomerPaneProps) {
  const isWide = useMedia(WIDE)
  return (
    <aside className={styles.customer} aria-label={TICKETS.customer} data-pane="customer">
      <CustomerCard ticket={side.ticket} view={side.view} />
      {isWide && (
        <Suspense>
          <TicketSide {...side} key={ticketId} />
        </Suspense>
      )}
    </aside>
  )
}

/** The ticket in the URL; `survivor` is the id of the ticket that it was merged into. */
const useOpenTicket = (call: Call, ticketId: string | null) => {
  const ticketQ = useQuery({ ...ticketQuery(call, ticketId ?? ''), enabled: ticketId !== null })
  const ticket = ticketId === null ? undefined : ticketQ.data
  return { ticketQ, ticket, survivor: ticket === undefined || ticket.id === ticketId ? null : ticket.id }
}

const classesOf = (ticketId: string | null, hidden: ReadonlySet<string>): string =>
  cx(
    styles.workspace,
    ticketId !== null && styles.hasTicket,
    hidden.has('queue') && styles.noQueue,
    hidden.has('customer') && styles.noCustomer,
  )

/** Starts the outbox; calls `note` for tickets closed by a reply. */
const useReplies = (call: Call, person: string, note: TicketMutations['note']): void => {
  const cache = useQueryClient()
  const noteClosed = useEffectEvent(({ ticket_id }: { ticket_id: string }) => {
    const number = cache.getQueryData(ticketQuery(call, ticket_id).queryKey)?.number
    if (number !== undefined) note({ ticket_id, number, to: 'closed' })
  })
  useEffect(() => onReplyClosed((reply) => noteClosed(reply)), [])
  // Resume pending items of an earlier visit, whether their ticket is open or not; lazily, as the queue loads first.
  useEffect(() => {
    void import('../composer/use-outbox.ts').then(
      ({ openReplyOutbox }) => openReplyOutbox(call, person, cache),
      () => null,
    )
  }, [call, person, cache])
  // Prefetch the code of actions, so that they can be queued without a network; also with data saving on.
  useEffect(
    () =>
      fetchAhead(
        [
          () => fetchLists(call, cache),
          loadActs,
          loadPickedActs,
          () => import('@podmoga/web/outbox/runner'),
          loadTicket,
          loadBulkBar,
        ],
        true,
      ),
    [call, cache],
  )
}

/** The workspace: queue, conversation, customer side by side; one at a time on narrow screens. */
export function Workspace({ call, person, me, author, view, ticketId, go, ...keys }: WorkspaceProps) {
  const { hasKeys, onKeys, Palette } = keys
  const queue = useQueue(call, view, ticketId)
  const show = (id: string) => go(ticketPath(id, view))
  const mutations = useTicketMutations(call, show)
  const work = useWork(call)
  useReplies(call, person, mutations.note)
  const { ticketQ, ticket, survivor } = useOpenTicket(call, ticketId)
  const ids = useMemo(() => queue.rows.flatMap(({ item, isGone }) => (isGone ? [] : [item.id])), [queue.rows])
  const selection = useSelection(ids)
  const [palette, openPalette] = useState<'commands' | 'caller' | null>(null)
  const choose = useChoose({ me, work, mutations })
  const picker = usePicker({ call, me, ticket, count: selection.picked.size, choose })
  const composer = useRef<ComposerPaneHandle>(null)
  const panes = usePanes()
  useMergedAway(person, call, ticketId, survivor, (id) => go(ticketPath(id, view), { replace: true }))
  const heading = useFocusAfter(ticketId)
  const steps = useSteps({ call, view, rows: queue.rows, list: queue.list, onEnd: queue.goOn, go })
  const takeNext = async () => {
    const id = await work.takeNext(view)
    if (id !== null) show(id)
  }
  const open = { ticketId, ticket, me, mutations, steps, composer, panes, heading, choose }
  const actions = ticketActions({ ...open, pick: picker.pick })
  useCommandKey(() => openPalette('commands'))
  useWorkspaceKeys(
    {
      ticketId,
      ticket,
      acts: actions,
      steps,
      selection,
      ids,
      onKeys,
      onCaller: () => openPalette('caller'),
      leaveField: () => (heading.current ?? rowOf(ticketId))?.focus(),
      leaveTicket: () => ticketId !== null && go(queuePath(view)),
    },
    hasKeys,
  )
  const section = { call, view, mutations, go }
  const longest = queue.rows.find((row) => !row.isGone)?.item.id ?? null
  return (
    <div className={classesOf(ticketId, panes.hidden)} data-open={ticketId !== null || undefined}>
      <QueueColumn
        {...section}
        me={me}
        ticketId={ticketId}
        queue={queue}
        selection={selection}
        ofMany={picker.ofMany}
        onApproach={steps.approach}
        onTakeNext={() => void takeNext()}
        onCaller={() => openPalette('caller')}
        isTaking={work.isTaking}
      />
      <div className={styles.ticket}>
        {ticketId === null ? (
          <NothingOpen onLongest={longest !== null && view.tab === 'waiting' ? () => show(longest) : null} />
        ) : (
          <TicketPane
            {...section}
            key={ticketId}
            ticketId={ticketId}
            query={ticketQ}
            person={person}
            me={me}
            work={work}
            author={author}
            composer={composer}
            onPick={picker.pick}
            heading={heading}
            onNext={() => steps.goOn(steps.following(ticketId))}
          />
        )}
      </div>
      {palette !== null && (
        <Suspense>
          <Palette
            view={view}
            open={ticket && { ticket, actions }}
            go={go}
            actions={{ takeNext: () => void takeNext(), keys: onKeys }}
            isCalled={palette === 'caller'}
            onClose={() => openPalette(null)}
          />
        </Suspense>
      )}
      {picker.list}
      {ticket !== undefined && !panes.hidden.has('customer') && (
        <CustomerPane
          {...section}
          ticketId={ticketId}
          ticket={ticket}
          onInsert={ticket.status === 'processed' ? undefined : (words) => composer.current?.insert(words)}
        />
      )}
    </div>
  )
}
