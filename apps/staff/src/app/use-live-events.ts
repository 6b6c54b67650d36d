import type { LiveEvent } from '@podmoga/contract/events'
import { STAFF_STREAM } from '@podmoga/contract/live'
import { getSettings } from '@podmoga/contract/settings'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Scope } from '../lib/scope.tsx'
import { keepSettings } from '../lib/settings.ts'
import { endTyping, noteTyping } from '../tickets/conversation/typing.ts'
import { makeLiveCache } from '../tickets/tickets.live.ts'
import { scopeHeaders } from './call.ts'

/** Brings what happens in the restaurant to the screen, for as long as it is seen. */
export function useLiveEvents({ restaurantId, call }: Scope): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const gone = new AbortController()
    const cache = makeLiveCache(queryClient, restaurantId)
    const askShift = () => void queryClient.invalidateQueries({ queryKey: ['shift', restaurantId] })
    const onOpen = (isResumed: boolean) => {
      cache.onOpen(isResumed)
      askShift()
      // What changed while nobody listened; a server without such settings leaves those the page came with.
      void call(getSettings, {}, { signal: gone.signal }).then(keepSettings, () => undefined)
    }
    const onEvent = (event: LiveEvent) => {
      if (event.name === 'settings') keepSettings(event.data)
      else if (event.name === 'shift') askShift()
      else if (event.name === 'typing') noteTyping(event.data.ticket_id)
      else cache.onEvent(event)
      if (event.name === 'message' && event.data.message.from_support === true)
        endTyping(event.data.ticket_id)
    }
    const stop = followWhileSeen({
      of: STAFF_STREAM,
      headers: () => scopeHeaders(restaurantId),
      onOpen,
      onEvent,
    })
    return () => {
      stop()
      cache.stop()
      gone.abort()
    }
  }, [queryClient, restaurantId, call])
}
