import { fetchAhead } from '@podmoga/web/fetch-ahead'
import { startLate, whenFetched } from '@podmoga/web/start/when-fetched'
import type { QueryClient } from '@tanstack/react-query'
import { settleNotifications } from '../lib/notifications/notifications.ts'
import { WORKER } from '../lib/notifications/push.ts'
import { keepAnswers } from '../lib/offline/kept-answers.ts'
import { openOutbox } from '../lib/offline/outbox.ts'
import type { Scope } from '../lib/scope.tsx'
import { FEATURES } from './features.ts'

type Start = (scope: Scope, queryClient: QueryClient) => () => void

/** The bars show the names of the user's restaurants, offline too. */
const OWN = { 'session restaurants': 1 }

const keep: Start = (scope, queryClient) =>
  keepAnswers(scope, queryClient, Object.assign({}, OWN, ...FEATURES.map(({ kept }) => kept)))

/** Prefetches data and code for offline use: answers first, then the code of the pages. */
const startFetching: Start = (scope, queryClient) => {
  let isStopped = false
  let stopAnswers: (() => void) | null = null
  const loads = [
    async () => {
      const rest = await (await import('./fetch-rest.ts')).fetchRest(scope, queryClient)
      if (isStopped) return rest.stop()
      stopAnswers = rest.stop
      loads.push(...rest.pages)
    },
  ] as (() => Promise<unknown>)[]
  const stopCode = fetchAhead(loads)
  return () => {
    isStopped = true
    stopCode()
    stopAnswers?.()
  }
}

const loadUnsent = () => import('./unsent.ts')

/** Loads the delivery code once the outbox has an unsent item. */
const watchUnsent: Start = (scope, queryClient) => {
  const outbox = openOutbox(scope)
  let stop: (() => void) | null = null
  const check = () => {
    if (stop !== null || outbox.all().length === 0) return
    stop = whenFetched(loadUnsent, ({ startUnsent }) => {
      stop = startUnsent(scope, queryClient)
    })
  }
  const unsubscribe = outbox.subscribe(check)
  check()
  return () => {
    unsubscribe()
    stop?.()
  }
}

const ofFeatures = FEATURES.flatMap(({ start }): Start[] =>
  start === undefined ? [] : [(...given) => startLate(start, ...given)],
)

const watchWorker: Start = () =>
  startLate(() =>
    import('@podmoga/web/shell/install-worker').then(
      ({ installWorker }) =>
        () =>
          installWorker(WORKER, true),
    ),
  )

/** Starts the background work behind a page; it renders nothing. Returns a function that stops it. */
export const startRest: Start = (scope, queryClient) => {
  void settleNotifications(scope).catch(() => null)
  const stops = [watchWorker, keep, ...ofFeatures, watchUnsent, startFetching].map((start) =>
    start(scope, queryClient),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
