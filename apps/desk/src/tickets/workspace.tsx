import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { cx } from '@podmoga/ui/lib/cx'
import { useMedia } from '@podmoga/ui/lib/use-media'
import { fetchAhead } from '@podmoga/web/fetch-ahead'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Headset } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCommandKey } from '../lib/use-command-key.ts'
import { isTyping, useHotkeys } from '../lib/use-hotkeys.ts'
import type { ComposerPaneHandle } from './composer-pane.tsx'
import { CustomerCard, loadTicket, TicketPane } from './load-ticket.ts'
import type { PaletteProps } from './palette.tsx'
import { QueuePane } from './queue-pane.tsx'
import { ticketAt } from './queue-rows.tsx'
import { type QueueView, queuePath, readView, ticketPath } from './queue-view.ts'
import { messagesQuery, ticketQuery } from './tickets.api.ts'
import { TICKETS } from './tickets.texts.ts'
import { UndoBar } from './undo-bar.tsx'
import { useDeeds } from './use-deeds.ts'
import { useDispatch } from './use-dispatch.ts'
import { useMergedAway } from './use-merged-away.ts'
import { type Pane, usePanes } from './use-panes.ts'
import { neighbour, useQueue } from './use-queue.ts'
import { useSelection } from './use-selection.ts'
import { useWork } from './use-work.ts'
import styles from './workspace.module.css'

const BulkBar = lazy(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))
const TicketSide = lazy(() => import('./ticket-side.tsx').then((module) => ({ default: module.TicketSide })))

/** Where the third pane has room; see workspace.module.css. */
const WIDE = '(min-width: 1280px)'

export interface WorkspaceProps {
  call: Call
  /** Whose drafts and replies these are. */
  person: string
  /** The person's id. */
  me: string
  author: string
  view: QueueView
  ticketId: string | null
  go: (path: string, options?: { replace?: boolean }) => void
  /** Whether keys of one letter work. */
  hasKeys: boolean
  onKeys: () => void
  /** The palette of the whole desk, which knows its other rooms too. */
  Palette: ComponentType<Omit<PaletteProps, 'call' | 'isAgent' | 'rooms'>>
}

const rowOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector(`[data-ticket="${CSS.escape(id)}"]`)

const focusedTicket = (): string | null => ticketAt(document.activeElement)

/** After a navigation (not on the first load) the focus goes to the open ticket, or to the row it was left from. */
function useFocusAfter(ticketId: string | null) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(ticketId)
  useEffect(() => {
    if (last.current === ticketId) return
    const target = ticketId === null ? rowOf(last.current) : heading.current
    last.current = ticketId
    const spare = document.querySelector<HTMLElement>('[data-queue-title]')
    ;(target ?? spare)?.focus({ preventScroll: ticketId !== null })
  }, [ticketId])
  return heading
}

/** The desk: queue, conversation, customer; on narrow screens one after another. */
export function Workspace({ call, person, me, author, view, ticketId, go, ...keys }: WorkspaceProps) {
  const { hasKeys, onKeys, Palette } = keys
  const cache = useQueryClient()
  const queue = useQueue(call, view, ticketId)
  const deeds = useDeeds(call)
  const work = useWork(call)
  const dispatch = useDispatch(call, person, ({ ticket_id }) => {
    const number = cache.getQueryData(ticketQuery(call, ticket_id).queryKey)?.number
    if (number !== undefined) deeds.note({ ticket_id, number, to: 'closed' })
  })
  const ticketQ = useQuery({ ...ticketQuery(call, ticketId ?? ''), enabled: ticketId !== null })
  const ticket = ticketId === null ? undefined : ticketQ.data
  const ids = useMemo(() => queue.rows.flatMap(({ item, isGone }) => (isGone ? [] : [item.id])), [queue.rows])
  const selection = useSelection(ids)
  const [hasPicked, setPicked] = useState(false)
  if (selection.picked.size > 0 && !hasPicked) setPicked(true)
  const [isPaletteOpen, openPalette] = useState(false)
  const composer = useRef<ComposerPaneHandle>(null)
  const isWide = useMedia(WIDE)
  const { hidden, turn } = usePanes()
  const survivor = ticket === undefined || ticket.id === ticketId ? null : ticket.id
  useMergedAway(person, dispatch, ticketId, survivor, (id) => go(ticketPath(id, view), { replace: true }))
  useEffect(() => fetchAhead([loadTicket]), [])
  const heading = useFocusAfter(ticketId)

  const approach = useCallback(
    (id: string) => {
      loadTicket().catch(() => null)
      void cache.prefetchQuery(ticketQuery(call, id))
      void cache.prefetchInfiniteQuery(messagesQuery(call, id))
    },
    [cache, call],
  )
  const step = (by: 1 | -1) => {
    // One notion of «current»: the ticket that is open is the one that the eye sees and the keys act on.
    const id = neighbour(queue.rows, ticketId ?? focusedTicket(), by)
    if (id === null) return
    approach(id)
    go(ticketPath(id, view), { replace: ticketId !== null })
    rowOf(id)?.scrollIntoView({ block: 'nearest' })
  }
  /** The ticket that comes after the open one; the one before it at the end of the queue. */
  const following = (id: string) => neighbour(queue.rows, id, 1) ?? neighbour(queue.rows, id, -1)
  const goOn = (next: string | null) => go(next === null ? queuePath(view) : ticketPath(next, view))
  const close = async (thenNext: boolean) => {
    if (ticket === undefined || ticket.status === 'processed') return
    const next = following(ticket.id)
    const isDone = await deeds.perform({ ticket_id: ticket.id, number: ticket.number, to: 'closed' })
    if (isDone && thenNext) goOn(next)
  }
  const takeNext = async () => {
    const id = await work.takeNext(view)
    if (id !== null) go(ticketPath(id, view))
  }
  const turnPane = (pane: Pane) => {
    if (ticketId === null) return
    // Whoever stands in what goes away goes on in the ticket.
    if (!hidden.has(pane) && document.activeElement?.closest(`[data-pane="${pane}"]`))
      heading.current?.focus()
    turn(pane)
  }
  const pick = (isRange: boolean) => {
    const id = focusedTicket() ?? ticketId
    if (id !== null && ids.includes(id)) selection.toggle(id, isRange)
  }
  const copyLink = async () => {
    if (ticketId === null) return
    await copyText(
      `${location.origin}/desk${ticketPath(ticketId, readView(new URLSearchParams()))}`,
      TICKETS.link_copied,
    )
  }
  useCommandKey(() => openPalette(true))
  useHotkeys(
    {
      c: () => void copyLink(),
      x: () => pick(false),
      'shift+x': () => pick(true),
      a: (event) => {
        if (!event.repeat && ticket !== undefined && ticket.status !== 'processed')
          void work.assignMe(ticket, me)
      },
      bracketleft: () => turnPane('queue'),
      bracketright: () => turnPane('customer'),
      j: () => step(1),
      k: () => step(-1),
      r: () => composer.current?.write('reply'),
      n: () => composer.current?.write('note'),
      e: (event) => void (!event.repeat && close(false)),
      'shift+e': (event) => void (!event.repeat && close(true)),
      '?': onKeys,
      'shift+slash': onKeys,
      escape: () => {
        if (isTyping()) (heading.current ?? rowOf(ticketId))?.focus()
        else if (selection.picked.size > 0) selection.clear()
        else if (ticketId !== null) go(queuePath(view))
      },
    },
    hasKeys,
  )

  const room = { call, view, deeds, go }
  const longest = queue.rows.find((row) => !row.isGone)?.item.id ?? null
  return (
    <div
      className={cx(
        styles.workspace,
        ticketId !== null && styles.hasTicket,
        hidden.has('queue') && styles.noQueue,
        hidden.has('customer') && styles.noCustomer,
      )}
      data-open={ticketId !== null || undefined}
    >
      <div className={styles.queue} data-pane="queue">
        <QueuePane
          call={call}
          view={view}
          onView={(next) =>
            go(ticketId === null ? queuePath(next) : ticketPath(ticketId, next), { replace: true })
          }
          queue={queue}
          openId={ticketId}
          onApproach={approach}
          onTakeNext={() => void takeNext()}
          isTaking={work.isTaking}
          selection={selection}
          bulk={
            hasPicked && (
              <Suspense>
                <BulkBar call={call} me={me} tab={view.tab} selection={selection} />
              </Suspense>
            )
          }
        />
        {ticketId === null && <UndoBar deeds={deeds} />}
      </div>
      <div className={styles.ticket}>
        {ticketId === null ? (
          <EmptyState
            icon={<Headset size={24} aria-hidden />}
            text={TICKETS.pick}
            action={
              longest !== null &&
              view.tab === 'waiting' && (
                <Button variant="secondary" onClick={() => go(ticketPath(longest, view))}>
                  {TICKETS.pick_longest}
                </Button>
              )
            }
          />
        ) : (
          <TicketPane
            {...room}
            key={ticketId}
            ticketId={ticketId}
            query={ticketQ}
            person={person}
            me={me}
            work={work}
            author={author}
            dispatch={dispatch}
            composer={composer}
            heading={heading}
            onNext={() => goOn(following(ticketId))}
          />
        )}
      </div>
      {isPaletteOpen && (
        <Suspense>
          <Palette
            view={view}
            open={
              ticket && {
                ticket,
                deeds: {
                  assignMe: () => void work.assignMe(ticket, me),
                  close: () => void close(false),
                  closeAndNext: () => void close(true),
                  reopen: () =>
                    void deeds.perform({ ticket_id: ticket.id, number: ticket.number, to: 'open' }),
                  reply: () => composer.current?.write('reply'),
                  note: () => composer.current?.write('note'),
                  copyLink: () => void copyLink(),
                  turnPane,
                },
              }
            }
            go={go}
            deeds={{ takeNext: () => void takeNext(), keys: onKeys }}
            onClose={() => openPalette(false)}
          />
        </Suspense>
      )}
      {ticket !== undefined && !hidden.has('customer') && (
        <aside className={styles.customer} aria-label={TICKETS.customer} data-pane="customer">
          <CustomerCard ticket={ticket} view={view} />
          {isWide && (
            <Suspense>
              <TicketSide
                {...room}
                key={ticketId}
                ticket={ticket}
                onInsert={
                  ticket.status === 'processed' ? undefined : (words) => composer.current?.insert(words)
                }
              />
            </Suspense>
          )}
        </aside>
      )}
    </div>
  )
}
