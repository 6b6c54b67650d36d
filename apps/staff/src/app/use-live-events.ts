import type { LiveEvent } from '@podmoga/contract/events'
import { STAFF_STREAM } from '@podmoga/contract/live'
import { getSettings } from '@podmoga/contract/settings'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Scope } from '../lib/scope.tsx'
import { keepSettings } from '../lib/settings.ts'
import { scopeHeaders } from './call.ts'
import { FEATURES } from './features.ts'

/** Applies the restaurant's live events to the screen while the page is visible. */
export function useLiveEvents(scope: Scope): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
    const { restaurantId, call } = scope
    const parts = FEATURES.flatMap(({ live }) => live?.(scope, queryClient) ?? [])
    const onOpen = (isResumed: boolean) => {
      for (const part of parts) part.onOpen?.(isResumed)
      // Settings may have changed while the stream was closed; if the call fails, the current ones stay.
      void call(getSettings, {}, { signal: gone.signal }).then(keepSettings, () => undefined)
    }
    const onEvent = (event: LiveEvent) => {
      if (event.name === 'settings') keepSettings(event.data)
      else for (const part of parts) part.onEvent(event)
    }
    const stop = followWhileSeen({
      of: STAFF_STREAM,
      headers: () => scopeHeaders(restaurantId),
      onOpen,
      onEvent,
    })
    return () => {
      stop()
      for (const part of parts) part.stop?.()
      gone.abort()
    }
  }, [queryClient, scope])
}
