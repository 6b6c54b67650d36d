import { checkConnectivity } from '@podmoga/web/connectivity'
import { reloadAfresh } from '@podmoga/web/shell/reload-afresh'

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

/** A page that gives way to another is gone by then; where a mail or a call was asked for, it stays. */
const GOES_WITHIN_MS = 10_000

const whenStaying = async (): Promise<void> => {
  const since = performance.now() - (window.podmoga_left ?? Number.NEGATIVE_INFINITY)
  if (since >= GOES_WITHIN_MS) return
  await new Promise((resolve) => setTimeout(resolve, GOES_WITHIN_MS - since))
  return whenStaying()
}

/**
 * Loads the page anew, if the server can be reached: a page reloaded without a network is the browser's own, and never
 * comes back. Drafts are on disk by then. False when it cannot, or `may` says no. A page that is being left loses the code it
 * was fetching, and loading it anew would call off the leaving.
 */
export const reloadWhenReachable = async (may = () => true): Promise<boolean> => {
  if (!(await checkConnectivity())) return false
  await whenStaying()
  if (!may()) return false
  reloadAfresh()
  return true
}
