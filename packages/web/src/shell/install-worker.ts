import { isSparing } from '../fetch-ahead.ts'
import { readyWorker, type WorkerPlace } from '../push/ready-worker.ts'

/** The page is rendered by then, and its own requests are sent. */
const SOON_MS = 1000
const SETTLED_MS = 8000

/** A message to the worker about code: the files that the page loaded, and whether to fetch all the rest. */
export interface CodeNews {
  loaded: string[]
  whole: boolean
}

const isOf = ({ scope }: WorkerPlace, name: string): boolean =>
  name.startsWith(`${location.origin}${scope}assets/`)

const namesOf = (entries: PerformanceEntryList): string[] => entries.map(({ name }) => name)

/**
 * Installs the service worker right after the page is rendered, and has it cache what the page has loaded. With `whole`, the
 * worker fetches the rest of the app some seconds later, once the page has settled; otherwise it also caches files that the
 * page loads later. Does nothing if the user saves data, or in development. Returns a function that cancels it.
 */
export const installWorker = (place: WorkerPlace, whole: boolean): (() => void) => {
  const isWanted = () => import.meta.env.PROD && 'serviceWorker' in navigator && !isSparing()
  let worker: Promise<ServiceWorkerRegistration> | undefined
  const send = (names: readonly string[], news: Partial<CodeNews> = {}) => {
    if (!isWanted()) return
    worker ??= readyWorker(place, undefined)
    const loaded = names.filter((name) => isOf(place, name))
    // A browser that blocks storage works without it.
    worker.then(({ active }) => active?.postMessage({ ...news, loaded })).catch(() => null)
  }
  const loadedSoFar = () => namesOf(performance.getEntriesByType('resource'))
  const later = new PerformanceObserver((list) => {
    const names = namesOf(list.getEntries()).filter((name) => isOf(place, name))
    if (names.length > 0) send(names)
  })
  const soon = setTimeout(() => {
    send(loadedSoFar())
    if (!whole) later.observe({ type: 'resource' })
  }, SOON_MS)
  const settled = whole ? setTimeout(() => send(loadedSoFar(), { whole }), SETTLED_MS) : undefined
  return () => {
    later.disconnect()
    clearTimeout(soon)
    clearTimeout(settled)
  }
}
