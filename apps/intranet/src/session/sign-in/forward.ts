import { type Memberships, mayEnter, safePath } from '../return-to.ts'

const KEY = 'forwarded'
const AGAIN_MS = 30_000

/** The path of `?return_to=` on this origin; null if it is missing or unsafe. */
export const wantedPath = (): string | null =>
  safePath(new URLSearchParams(location.search).get('return_to'), location.origin)

/**
 * Redirects a signed-in user to the page they were going to. Returns false if they may not open it, or if that page sent them
 * back here within the last 30 s (for a reason that signing in does not fix).
 */
export const forwardOnce = (path: string, memberships: Memberships): boolean => {
  if (!mayEnter(path, memberships)) return false
  try {
    const [last, at] = (sessionStorage.getItem(KEY) ?? '').split(' ')
    if (last === path && Date.now() - Number(at) < AGAIN_MS) return false
    sessionStorage.setItem(KEY, `${path} ${Date.now()}`)
  } catch {
    return false
  }
  location.replace(path)
  return true
}
