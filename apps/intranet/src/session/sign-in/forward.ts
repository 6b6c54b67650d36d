import { type Memberships, mayEnter, safePath } from '../return-to.ts'

const KEY = 'forwarded'
const AGAIN_MS = 30_000

/** Where `?return_to=` leads on this origin; null without one or with a bad one. */
export const wantedPath = (): string | null =>
  safePath(new URLSearchParams(location.search).get('return_to'), location.origin)

/**
 * Sends somebody who is already signed in to where they were going; false when they may not enter, or when that page
 * sent them back here a moment ago (it has a reason that signing in does not cure).
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
