import { isSparing } from '@podmoga/web/fetch-ahead'
import { workerUrl } from './worker-url.ts'

const SETTLED_MS = 8000

/**
 * Installs the service worker, some seconds after the page has settled: it fetches the whole app. Not for whoever saves
 * data; in development there is none. Returns how to call it off.
 */
export const installWorker = (): (() => void) => {
  const timer = setTimeout(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isSparing()) return
    // A browser that refuses its storage goes on without.
    navigator.serviceWorker.register(workerUrl('/service-worker.js')).catch(() => null)
  }, SETTLED_MS)
  return () => clearTimeout(timer)
}
