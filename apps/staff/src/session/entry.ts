import { isLeaving, leaveForSignIn } from '@podmoga/web/session/leave'

export type RefusedEntry = { restaurant: string; why: 'forbidden' | 'subscription_expired' }

const mark = (restaurant: string): string => `refused-entry:${restaurant}`

const LOOP_MS = 30_000
/**
 * How often the authentication site is tried within {@link LOOP_MS}: a 403 may be a mistake about one restaurant; an expired
 * subscription is certain.
 */
const TRIES = { forbidden: 3, subscription_expired: 1 } as const

const triesOf = (restaurant: string): number[] => {
  const stored: unknown = JSON.parse(sessionStorage.getItem(mark(restaurant)) ?? '[]')
  return Array.isArray(stored) ? stored.filter((time) => Date.now() - Number(time) < LOOP_MS) : []
}

/**
 * On a 403, redirects to the authentication site; returns true if it does. That site may know the user and send them straight
 * back, so from the second time on no return path is passed; if they still come back repeatedly within 30 s, the page itself must
 * show that access is closed.
 */
const leaveForEntry = (restaurant: string, why: RefusedEntry['why']): boolean => {
  // Another call of this page was refused too.
  if (isLeaving()) return true
  try {
    const tries = triesOf(restaurant)
    if (tries.length >= TRIES[why]) return false
    sessionStorage.setItem(mark(restaurant), JSON.stringify([...tries, Date.now()]))
    leaveForSignIn(tries.length === 0 ? location.pathname + location.search : null)
    return true
  } catch {
    // Without storage a redirect loop cannot be detected.
    return false
  }
}

let refused: RefusedEntry | null = null
const listeners = new Set<() => void>()

const set = (entry: RefusedEntry | null): void => {
  refused = entry
  for (const listener of listeners) listener()
}

/** Handles a 403 of a restaurant: redirects to the authentication site or, in a redirect loop, shows that access is closed. */
export const onEntryRefused = (restaurant: string, why: RefusedEntry['why']): void => {
  if (!leaveForEntry(restaurant, why)) set({ restaurant, why })
}

/** Handles a 200 of a restaurant. */
export const onEntryGiven = (restaurant: string): void => {
  if (refused?.restaurant === restaurant) set(null)
}

/** The restaurant to which access is closed, for useSyncExternalStore. */
export const refusedEntry = (): RefusedEntry | null => refused

export const onEntryChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
