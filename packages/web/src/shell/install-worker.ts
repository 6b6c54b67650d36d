import { isSparing } from '../fetch-ahead.ts'
import { readyWorker, type WorkerPlace } from '../push/ready-worker.ts'

/** The page has been drawn by then, and its own requests are on their way. */
const SOON_MS = 1000
const SETTLED_MS = 8000

/** What the page tells the worker about the code: which files it has loaded, and that all the rest may come. */
export interface CodeNews {
  loaded: string[]
  whole: boolean
}

const isOf = ({ scope }: WorkerPlace, name: string): boolean =>
  name.startsWith(`${location.origin}${scope}assets/`)

const namesOf = (entries: PerformanceEntryList): string[] => entries.map(({ name }) => name)

/**
 * Installs the service worker right after the page has been drawn, and has it keep what the page has loaded. Where the
 * `whole` app is to be kept the worker fetches the rest some seconds later, once the page has settled; otherwise it keeps
 * what comes later too. Not for whoever saves data; in development there is none. Returns how to call it off.
 */
export const installWorker = (place: WorkerPlace, whole: boolean): (() => void) => {
  const isWanted = () => import.meta.env.PROD && 'serviceWorker' in navigator && !isSparing()
  let worker: Promise<ServiceWorkerRegistration> | undefined
  const tell = (names: readonly string[], news: Partial<CodeNews> = {}) => {
    if (!isWanted()) return
    worker ??= readyWorker(place, undefined)
    const loaded = names.filter((name) => isOf(place, name))
    // A browser that refuses its storage goes on without.
    worker.then(({ active }) => active?.postMessage({ ...news, loaded })).catch(() => null)
  }
  const loadedSoFar = () => namesOf(performance.getEntriesByType('resource'))
  const later = new PerformanceObserver((list) => {
    const names = namesOf(list.getEntries()).filter((name) => isOf(place, name))
    if (names.length > 0) tell(names)
  })
  const soon = setTimeout(() => {
    tell(loadedSoFar())
    if (!whole) later.observe({ type: 'resource' })
  }, SOON_MS)
  const settled = whole ? setTimeout(() => tell(loadedSoFar(), { whole }), SETTLED_MS) : undefined
  return () => {
    later.disconnect()
    clearTimeout(soon)
    clearTimeout(settled)
  }
}
