import { checkConnectivity } from '@podmoga/web/connectivity'

/** A file of the app that could not be fetched, in the words of Chromium, Firefox, Safari and Vite. */
const LOST = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Whether a page broke because its code could not be fetched: no network, or a release that took the old files away. */
export const isLostCode = (error: unknown): boolean => error instanceof Error && LOST.test(error.message)

const RELOADED = 'reloaded-for-code'
const AGAIN_MS = 60_000

/** Whether the page may reload by itself: once a minute, or a file that is gone for good would reload it for ever. */
export const mayReload = (now = Date.now()): boolean => {
  try {
    if (now - Number(sessionStorage.getItem(RELOADED) ?? 0) < AGAIN_MS) return false
    sessionStorage.setItem(RELOADED, String(now))
    return true
  } catch {
    return false
  }
}

/**
 * Loads the page anew, if the server can be reached: a page reloaded without a network is the browser's own, and never
 * comes back. Drafts are on disk by then. False when it cannot, or `may` says no.
 */
export const reloadWhenReachable = async (may = () => true): Promise<boolean> => {
  if (!((await checkConnectivity()) && may())) return false
  location.reload()
  return true
}
