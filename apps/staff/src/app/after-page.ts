import { fetchAhead } from '@podmoga/web/fetch-ahead'
import type { QueryClient } from '@tanstack/react-query'
import { settleNotifications } from '../lib/notifications/notifications.ts'
import { openOutbox } from '../lib/offline/outbox.ts'
import { whenFetched } from '../lib/offline/when-fetched.ts'
import type { Scope } from '../lib/scope.tsx'
import { loadUnsent, PAGES } from './all-pages.ts'

type Start = (scope: Scope, queryClient: QueryClient) => () => void

/** Fetches what is to be there without a network: answers first, then the code of the pages. */
const fetchRest: Start = (scope, queryClient) => {
  let isStopped = false
  let stopAnswers: (() => void) | null = null
  const startAnswers = async () => {
    const { fetchAnswers } = await import('./fetch-answers.ts')
    if (!isStopped) stopAnswers = fetchAnswers(scope, queryClient)
  }
  const stopCode = fetchAhead([startAnswers, ...PAGES])
  return () => {
    isStopped = true
    stopCode()
    stopAnswers?.()
  }
}

/** Once there is something unsent, the code that sees to it. */
const watchUnsent: Start = (scope, queryClient) => {
  const outbox = openOutbox(scope)
  let stop: (() => void) | null = null
  const look = () => {
    if (stop !== null || outbox.all().length === 0) return
    stop = whenFetched(loadUnsent, ({ startUnsent }) => {
      stop = startUnsent(scope, queryClient)
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
export const startRest: Start = (scope, queryClient) => {
  void settleNotifications(scope).catch(() => null)
  const stops = REST.map((start) => start(scope, queryClient))
  return () => {
    for (const stop of stops) stop()
  }
}
