import { useCallback, useSyncExternalStore } from 'react'
import { holdsForViewer } from './viewer.tsx'

export const PHONE = '(max-width: 767.98px)'
export const DESKTOP = '(min-width: 1024px)'

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => holdsForViewer(query),
  )
}

/** Whether the window is narrower than 768 px. */
export const useIsPhone = (): boolean => useMedia(PHONE)
