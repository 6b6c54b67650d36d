import { fetchAhead } from '@podmoga/web/fetch-ahead'
import type { QueryClient } from '@tanstack/react-query'
import { settleNotices } from '../lib/notices.ts'
import { openOutbox } from '../lib/outbox.ts'
import type { Place } from '../lib/place.tsx'
import { whenFetched } from '../lib/when-fetched.ts'
import { loadUnsent, PAGES } from './all-pages.ts'

type Start = (place: Place, queryClient: QueryClient) => () => void

/** Fetches what is to be there without a network: answers first, then the code of the pages. */
const fetchRest: Start = (place, queryClient) => {
  let isStopped = false
  let stopAnswers: (() => void) | null = null
  const startAnswers = async () => {
    const { fetchAnswers } = await import('./fetch-answers.ts')
    if (!isStopped) stopAnswers = fetchAnswers(place, queryClient)
  }
  const stopCode = fetchAhead([startAnswers, ...PAGES])
  return () => {
    isStopped = true
    stopCode()
    stopAnswers?.()
  }
}

/** Once there is something unsent, the code that sees to it. */
const watchUnsent: Start = (place, queryClient) => {
  const outbox = openOutbox(place)
  let stop: (() => void) | null = null
  const look = () => {
    if (stop !== null || outbox.all().length === 0) return
    stop = whenFetched(loadUnsent, ({ startUnsent }) => {
      stop = startUnsent(place, queryClient)
    })
  }
  const unsubscribe = outbox.subscribe(look)
  look()
  return () => {
    unsubscribe()
    stop?.()
  }
}

const REST: readonly Start[] = [watchUnsent, fetchRest]

/** Starts what goes on behind a page and shows nothing. Returns how to stop. */
export const startRest: Start = (place, queryClient) => {
  void settleNotices(place).catch(() => null)
  const stops = REST.map((start) => start(place, queryClient))
  return () => {
    for (const stop of stops) stop()
  }
}
