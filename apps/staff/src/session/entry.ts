import { isLeaving, leaveForSignIn } from '@podmoga/web/session/leave'

export type ClosedDoor = { restaurant: string; why: 'forbidden' | 'subscription_expired' }

const mark = (restaurant: string): string => `refused-entry:${restaurant}`

const LOOP_MS = 30_000
/** How often the site may lead back: one restaurant of others may be a slip, an ended subscription is what there is to say. */
const TRIES = { forbidden: 3, subscription_expired: 1 } as const

const triesOf = (restaurant: string): number[] => {
  const stored: unknown = JSON.parse(sessionStorage.getItem(mark(restaurant)) ?? '[]')
  return Array.isArray(stored) ? stored.filter((time) => Date.now() - Number(time) < LOOP_MS) : []
}

/**
 * A 403 leads to the authentication site: true when it does so now. The site may know the person and send them straight
 * back, so from the second time on it is not asked to; when it still does, again and again within half a minute, the
 * page itself must tell that the door is closed.
 */
const leaveForEntry = (restaurant: string, why: ClosedDoor['why']): boolean => {
  // Another call of this page has been refused as well.
  if (isLeaving()) return true
  try {
    const tries = triesOf(restaurant)
    if (tries.length >= TRIES[why]) return false
    sessionStorage.setItem(mark(restaurant), JSON.stringify([...tries, Date.now()]))
    leaveForSignIn(tries.length === 0 ? location.pathname + location.search : null)
    return true
  } catch {
    // Without a memory there is no telling a loop.
    return false
  }
}

let refused: ClosedDoor | null = null
const listeners = new Set<() => void>()

const set = (door: ClosedDoor | null): void => {
  refused = door
  for (const listener of listeners) listener()
}

/** The server has answered 403 for a restaurant: off to the authentication site, or, when that leads back here for ever, a closed door. */
export const onEntryRefused = (restaurant: string, why: ClosedDoor['why']): void => {
  if (!leaveForEntry(restaurant, why)) set({ restaurant, why })
}

/** The server has answered 200 for a restaurant. */
export const onEntryGiven = (restaurant: string): void => {
  if (refused?.restaurant === restaurant) set(null)
}

/** The restaurant whose door is closed, for useSyncExternalStore. */
export const closedDoor = (): ClosedDoor | null => refused

export const onEntryChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
