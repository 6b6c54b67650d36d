import type { Settings } from '@podmoga/contract/settings'
import { config } from '@podmoga/web/config'
import { useSyncExternalStore } from 'react'

// Whatever the page began with; the business's own come with the live stream, and whenever they change.
let now: Settings = config
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the business says of itself now: its name, its picture, how support is reached and when. */
export const useSettings = (): Settings => useSyncExternalStore(subscribe, () => now)

export const keepSettings = (settings: Settings): void => {
  now = settings
  for (const listener of listeners) listener()
}
