import type { Settings } from '@podmoga/contract/settings'
import { config } from '@podmoga/web/config'
import { useSyncExternalStore } from 'react'

// Starts with the page's settings; the business's own come with the live stream and whenever they change.
let now: Settings = config
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The business's current settings: its name, logo, support contacts and hours. */
export const useSettings = (): Settings => useSyncExternalStore(subscribe, () => now)

export const keepSettings = (settings: Settings): void => {
  now = settings
  for (const listener of listeners) listener()
}
