import type { Call } from '@podmoga/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { loadTicket } from '../conversation/load-ticket.ts'
import { ticketAt } from '../queue/queue-rows.tsx'
import { type QueueView, queuePath, ticketPath } from '../queue/queue-view.ts'
import type { QueueRow } from '../queue/steady-queue.ts'
import { isEndNear, neighbour } from '../queue/use-queue.ts'
import { bringIntoSight } from '../queue/use-row-window.ts'
import { messagesQuery, ticketQuery } from '../tickets.api.ts'

export type Go = (path: string, options?: { replace?: boolean }) => void

export const rowOf = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector(`[data-ticket="${CSS.escape(id)}"]`)

/** The ticket in the URL, which changes before the page renders it. */
const addressed = (): string | null => /\/tickets\/([\w-]+)/.exec(location.pathname)?.[1] ?? null

/** Presses older than this are dropped when the next page loads: the user has moved on. */
const AHEAD_MS = 1500
const NONE_AHEAD = { at: null, presses: 0, pressed: 0 }

/** The ticket whose row in the queue has the focus. */
export const focusedTicket = (): string | null => ticketAt(document.activeElement)

/** After a navigation (not on first load) focuses the open ticket's heading, or the row of the ticket that was left. */
export function useFocusAfter(ticketId: string | null) {
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

interface Queue {
  call: Call
  view: QueueView
  rows: readonly QueueRow[]
  list: RefObject<HTMLElement | null>
  /** Loads the next page of the queue; returns whether there is one. */
  onEnd: () => boolean
  go: Go
}

/** Moving from ticket to ticket along the queue. */
export function useSteps({ call, view, rows, list, onEnd, go }: Queue) {
  const cache = useQueryClient()
  /** Presses at the last row while the next page was loading, with the ticket and time of the last press. */
  const ahead = useRef<{ at: string | null; presses: number; pressed: number }>(NONE_AHEAD)
  /** Prefetches a ticket that is about to be opened. */
  const approach = useCallback(
    (id: string) => {
      loadTicket().catch(() => null)
      void cache.prefetchQuery(ticketQuery(call, id))
      void cache.prefetchInfiniteQuery(messagesQuery(call, id))
    },
    [cache, call],
  )
  const step = (by: 1 | -1): void => {
    // The "current" ticket is the open one, if any, else the focused row.
    const open = addressed()
    const from = open ?? focusedTicket()
    const id = neighbour(rows, from, by)
    const hasMore = by === 1 && isEndNear(rows, id ?? from) && onEnd()
    if (id === null) {
      const { at, presses } = ahead.current
      if (hasMore)
        ahead.current = { at: from, presses: at === from ? presses + 1 : 1, pressed: performance.now() }
      return
    }
    approach(id)
    go(ticketPath(id, view), { replace: open !== null })
    const at = rows.findIndex(({ item }) => item.id === id)
    if (list.current !== null) bringIntoSight(list.current, at, rows.length)
  }
  const catchUp = useEffectEvent(() => {
    const { at, presses, pressed } = ahead.current
    ahead.current = NONE_AHEAD
    const isMeant = at === addressed() && performance.now() - pressed < AHEAD_MS
    if (isMeant) for (let press = 0; press < presses; press += 1) step(1)
  })
  const last = rows.at(-1)?.item.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last row means that the next page has loaded
  useEffect(() => catchUp(), [last])
  return {
    approach,
    step,
    /** The ticket after this one, or the one before it at the end of the queue. */
    following: (id: string) => {
      if (isEndNear(rows, id)) onEnd()
      return neighbour(rows, id, 1) ?? neighbour(rows, id, -1)
    },
    /** Opens a ticket, or the queue if null. */
    goOn: (next: string | null) => go(next === null ? queuePath(view) : ticketPath(next, view)),
  }
}

export type Steps = ReturnType<typeof useSteps>
