import { checkConnectivity } from '@podmoga/web/connectivity'
import { reloadAfresh } from '@podmoga/web/shell/reload-afresh'

/** Messages of a failed import in Chromium, Firefox, Safari and Vite. */
const LOST = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Whether a page failed because its code could not be fetched: no network, or a release that removed the old files. */
export const isLostCode = (error: unknown): boolean => error instanceof Error && LOST.test(error.message)

const RELOADED = 'reloaded-for-code'
const AGAIN_MS = 60_000

/**
 * Whether the page may reload by itself: at most once a minute, or a file that is gone for good would cause an endless reload.
 */
export const mayReload = (now = Date.now()): boolean => {
  try {
    if (now - Number(sessionStorage.getItem(RELOADED) ?? 0) < AGAIN_MS) return false
    sessionStorage.setItem(RELOADED, String(now))
    return true
  } catch {
    return false
  }
}

/** A page that is being left is gone by then; a `mailto:` or `tel:` link fires the same event, but the page stays. */
const GOES_WITHIN_MS = 10_000

const whenStaying = async (): Promise<void> => {
  const since = performance.now() - (window.podmoga_left ?? Number.NEGATIVE_INFINITY)
  if (since >= GOES_WITHIN_MS) return
  await new Promise((resolve) => setTimeout(resolve, GOES_WITHIN_MS - since))
  return whenStaying()
}

/**
 * Reloads the page if the server can be reached: reloading offline would end on the browser's own error page. Drafts are on disk
 * by then. Returns false if the server is unreachable or `may` returns false. Waits while the page is being left: that aborts its
 * pending imports, and a reload would cancel the navigation.
 */
export const reloadWhenReachable = async (may = () => true): Promise<boolean> => {
  if (!(await checkConnectivity())) return false
  await whenStaying()
  if (!may()) return false
  reloadAfresh()
  return true
}
