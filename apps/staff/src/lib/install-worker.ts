import { isSparing } from '@podmoga/web/fetch-ahead'
import { workerUrl } from '@podmoga/web/push/worker-url'

/** The page has been drawn by then, and its own requests are on their way. */
const SOON_MS = 1000
const SETTLED_MS = 8000

/** What the page tells the worker about the code: which files it has loaded, and that all the rest may come. */
export interface CodeNews {
  loaded: string[]
  whole: boolean
}

const loadedHere = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`))

/**
 * Installs the service worker right after the page has been drawn: it begins with what the page itself has. Some seconds
 * later, once the page has settled, it fetches the whole app. Not for whoever saves data; in development there is none.
 * Returns how to call it off.
 */
export const installWorker = (): (() => void) => {
  const tell = (news: Partial<CodeNews>) =>
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(news))
  const isWanted = () => import.meta.env.PROD && 'serviceWorker' in navigator && !isSparing()
  const soon = setTimeout(() => {
    if (!isWanted()) return
    // A browser that refuses its storage goes on without.
    navigator.serviceWorker.register(workerUrl('/service-worker.js')).catch(() => null)
    tell({ loaded: loadedHere() })
  }, SOON_MS)
  const settled = setTimeout(() => {
    if (isWanted()) tell({ loaded: loadedHere(), whole: true })
  }, SETTLED_MS)
  return () => {
    clearTimeout(soon)
    clearTimeout(settled)
  }
}
