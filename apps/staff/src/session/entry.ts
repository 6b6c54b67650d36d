import { forgetEntry, leaveOnceForEntry } from './leave.ts'

let refused: string | null = null
const admitted = new Set<string>()
const listeners = new Set<() => void>()

const set = (restaurant: string | null): void => {
  refused = restaurant
  for (const listener of listeners) listener()
}

/** The server has answered 403 for a restaurant: off to the authentication site, or, the second time, a closed door. */
export const onEntryRefused = (restaurant: string): void => {
  admitted.delete(restaurant)
  if (!leaveOnceForEntry(restaurant)) set(restaurant)
}

/** The server has answered 200 for a restaurant. */
export const onEntryGiven = (restaurant: string): void => {
  if (admitted.has(restaurant)) return
  admitted.add(restaurant)
  forgetEntry(restaurant)
  if (refused === restaurant) set(null)
}

/** The restaurant whose door is closed, for useSyncExternalStore. */
export const refusedEntry = (): string | null => refused

export const onEntryChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
