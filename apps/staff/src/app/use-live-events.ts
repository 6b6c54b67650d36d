import type { LiveEvent } from '@podmoga/contract/events'
import { getSettings } from '@podmoga/contract/settings'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Place } from '../lib/place.tsx'
import { keepSettings } from '../lib/settings.ts'
import { placeHeaders } from './call.ts'

/** Several events of one moment are one look at the server. */
const GATHER_MS = 150

/** Refreshes what is on the screen when something happens in the restaurant. */
export function useLiveEvents({ restaurantId, call }: Place): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
    let gathering: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      gathering = undefined
      void queryClient.invalidateQueries({ queryKey: ['tickets', restaurantId] })
    }
    // What changed while nobody listened; a server without such settings leaves those the page came with.
    const onOpen = () =>
      void call(getSettings, {}, { signal: gone.signal }).then(keepSettings, () => undefined)
    const onEvent = (event: LiveEvent) => {
      if (event.name === 'settings') keepSettings(event.data)
      if (event.name === 'end' || event.name === 'unread' || event.name === 'settings') return
      gathering ??= setTimeout(refresh, GATHER_MS)
    }
    const stop = followWhileSeen({ headers: () => placeHeaders(restaurantId), onOpen, onEvent })
    return () => {
      stop()
      clearTimeout(gathering)
      gone.abort()
    }
  }, [queryClient, restaurantId, call])
}
