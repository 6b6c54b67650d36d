import { leaveForEntry } from './leave.ts'

export type ClosedDoor = { restaurant: string; why: 'forbidden' | 'subscription_expired' }

let refused: ClosedDoor | null = null
const listeners = new Set<() => void>()

const set = (door: ClosedDoor | null): void => {
  refused = door
  for (const listener of listeners) listener()
}

/** The server has answered 403 for a restaurant: off to the authentication site, or, when that leads back here for ever, a closed door. */
export const onEntryRefused = (restaurant: string, why: ClosedDoor['why']): void => {
  if (!leaveForEntry(restaurant)) set({ restaurant, why })
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
