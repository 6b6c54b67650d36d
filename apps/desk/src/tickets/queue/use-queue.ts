import type { Call } from '@podmoga/contract/client'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { countsQuery, isWholeQueue, queueQuery } from '../tickets.api.ts'
import { TICKETS } from '../tickets.texts.ts'
import { type QueueView, searchOf } from './queue-view.ts'
import { countNewcomers, type QueueRow, settle, takeAll } from './steady-queue.ts'

const isPointedAt = (list: HTMLElement | null): boolean =>
  list !== null &&
  (list.matches(':focus-within') || (window.matchMedia('(hover: hover)').matches && list.matches(':hover')))

/** The queue's rows: refreshed in the background, but stable while the user points at the list. */
export function useQueue(call: Call, view: QueueView, openId: string | null) {
  const query = useInfiniteQuery(queueQuery(call, view))
  const { data } = query
  const { data: counts } = useQuery(countsQuery())
  const list = useRef<HTMLUListElement>(null)
  const fresh = useMemo(() => {
    const items = data?.pages.flatMap((page) => page.results) ?? []
    return data && [...new Map(items.map((item) => [item.id, item])).values()]
  }, [data])
  // A change of view or a further page was requested by the user: shown as loaded.
  const shape = `${searchOf(view)} ${data?.pages.length ?? 0}`
  const [shown, setShown] = useState<{ shape: string; rows: QueueRow[] }>(() =>
    fresh === undefined ? { shape: '', rows: [] } : { shape, rows: takeAll(fresh) },
  )

  const follow = useCallback(() => {
    if (fresh === undefined) return
    const isHeld = isPointedAt(list.current)
    setShown((before) => {
      const isSame = before.shape === shape && before.rows.length > 0
      const rows = isSame ? settle(before.rows, fresh, { isHeld, keep: openId }) : takeAll(fresh)
      return { shape, rows }
    })
  }, [fresh, shape, openId])
  // The initial rows are already in state: settling them again would render the list twice in the first task.
  const isBegun = useRef(fresh === undefined)
  useLayoutEffect(() => {
    if (isBegun.current) follow()
    isBegun.current = true
  }, [follow])

  const newcomers = fresh === undefined || shown.shape !== shape ? 0 : countNewcomers(shown.rows, fresh)
  const announced = useRef(0)
  useEffect(() => {
    if (newcomers > announced.current) announce(TICKETS.newcomers(newcomers))
    announced.current = newcomers
  }, [newcomers])

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const goOn = useCallback((): boolean => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
    return hasNextPage && !isFetchNextPageError
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const loadAll = useCallback(
    async (most: number): Promise<string[]> => {
      let idle = 0
      for (let { data: now } = query; ; ) {
        const ids = [...new Set(now?.pages.flatMap((page) => page.results.map(({ id }) => id)))]
        const isWhole = isWholeQueue(now?.pages.length ?? 0, now?.pages.at(-1)?.total_items ?? 0)
        if (isWhole || ids.length >= most) return ids.slice(0, most)
        const next = await fetchNextPage()
        // A background refetch may cancel the page's fetch: request it again.
        idle = next.data?.pages.length === now?.pages.length ? idle + 1 : 0
        if (next.isError || idle > MOST_IDLE) return ids
        now = next.data
      }
    },
    [query, fetchNextPage],
  )

  return {
    query,
    /** Loads the next page near the end of the list; returns whether there is one. */
    goOn,
    /** Loads up to `most` rows; resolves to the ids that could be loaded. */
    loadAll,
    list: list as RefObject<HTMLUListElement | null>,
    rows: shown.rows,
    newcomers,
    /** Shows the new tickets. */
    takeNewcomers: () => fresh !== undefined && setShown({ shape, rows: takeAll(fresh) }),
    /** Call when the pointer or the focus has left the list. */
    letGo: follow,
    waiting:
      (view.restaurant === undefined ? counts?.waiting : undefined) ?? data?.pages[0]?.waiting_items ?? null,
    total: data?.pages[0]?.total_items ?? null,
  }
}

export type Queue = ReturnType<typeof useQueue>

/** Give up loading after this many attempts in a row without a new page. */
const MOST_IDLE = 5

/** The next page is requested when at most this many rows are left. */
const FEW = 10

/** Whether the ticket is near the end of the loaded rows. */
export const isEndNear = (rows: readonly QueueRow[], id: string | null): boolean =>
  rows.length - 1 - rows.findIndex((row) => row.item.id === id) <= FEW

/** Id of the next (or previous) ticket still in the list; null at the end. */
export const neighbour = (rows: readonly QueueRow[], id: string | null, step: 1 | -1): string | null => {
  const at = rows.findIndex((row) => row.item.id === id)
  if (at < 0) return (step === 1 ? rows.find((row) => !row.isGone) : undefined)?.item.id ?? null
  const way = step === 1 ? rows.slice(at + 1) : rows.slice(0, at).reverse()
  return way.find((row) => !row.isGone)?.item.id ?? null
}
