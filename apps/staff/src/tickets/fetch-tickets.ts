import { isSparing, whenIdle } from '@podmoga/web/fetch-ahead'
import { makeLocalDb } from '@podmoga/web/local-db'
import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'
import { type ListView, messagesQuery, ticketListQuery, ticketQuery } from './tickets.api.ts'

/** Number of a restaurant's newest tickets to keep for offline use. */
const MOST = 50
/** Maximum per run, to limit traffic on mobile networks; the next run fetches the rest. */
const AT_ONCE = 20
const EVERY_MS = 3600_000
const AFTER_MS = 6000

interface Seen {
  at: number
  /** Fingerprint of each fetched ticket from the list. */
  tickets: Record<string, string>
}

const db = makeLocalDb('podmoga-ahead', ['seen'])

const idle = (): Promise<void> => new Promise((resolve) => whenIdle(resolve))

/**
 * Prefetches `others`, then the newest tickets with their last pages, when idle, at most once an hour and only what has changed;
 * the results are kept with the other answers. Not in data-saver mode. Returns a function that stops.
 */
export const fetchTickets = (
  scope: Scope,
  queryClient: QueryClient,
  others: readonly (() => Promise<unknown>)[],
): (() => void) => {
  let isStopped = false
  const isOver = () => isStopped || isSparing() || document.hidden
  const name = `${scope.person}/${scope.restaurantId}`

  const newest = async (status: ListView['status'], left: number) => {
    const found: { id: string; summary: string }[] = []
    for (let page = 1; found.length < left && !isOver(); page += 1) {
      await idle()
      const list = await queryClient.fetchQuery(ticketListQuery(scope, { status, page }))
      found.push(
        ...list.results.map(({ id, last_message, unread }) => ({
          id,
          summary: `${unread ?? ''} ${last_message ?? ''}`,
        })),
      )
      if (page >= list.total_pages) break
    }
    return found.slice(0, left)
  }

  const work = async () => {
    const before = await db.get<Seen>('seen', name)
    if (isOver() || (before !== null && Math.abs(Date.now() - before.at) < EVERY_MS)) return
    for (const fetchIt of others) {
      await idle()
      if (isOver()) return
      await fetchIt()
    }
    const open = await newest('awaiting_response', MOST)
    const wanted = [...open, ...(await newest('processed', MOST - open.length))]
    const tickets: Record<string, string> = {}
    let fetched = 0
    for (const { id, summary } of wanted) {
      if (before?.tickets[id] === summary) tickets[id] = summary
      else if (fetched < AT_ONCE && !isOver()) {
        await idle()
        await queryClient.prefetchQuery(ticketQuery(scope, id))
        await queryClient.prefetchInfiniteQuery(messagesQuery(scope, id))
        tickets[id] = summary
        fetched += 1
      }
    }
    if (!isOver()) await db.put('seen', name, { at: Date.now(), tickets } satisfies Seen)
  }
  // A background task: errors are ignored, the next run retries.
  const timer = setTimeout(() => void work().catch(() => null), AFTER_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Deletes the record of what was prefetched for a user who signs out. */
export const forgetFetched = (person: string): Promise<boolean> => db.removeAll('seen', `${person}/`)
