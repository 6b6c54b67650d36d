import { DESK_EVENTS, DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { tokenHeaders } from '@podmoga/web/session/call'
import { liveToken } from '@podmoga/web/session/live-token'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../lib/scope.tsx'
import { makeDeskLive } from '../tickets/desk-live.ts'

const STREAM = { path: DESK_EVENTS_PATH, kinds: DESK_EVENTS }

/** Brings what happens at the desk to the screen, for as long as it is seen. */
export function useDeskLive(): void {
  const queryClient = useQueryClient()
  const { me } = useScope()
  useEffect(() => {
    const cache = makeDeskLive(queryClient, me.id)
    const stop = followWhileSeen({
      of: STREAM,
      headers: async () => tokenHeaders(await liveToken()),
      onOpen: cache.onOpen,
      onLost: cache.onLost,
      onEvent: cache.onEvent,
    })
    return () => {
      stop()
      cache.stop()
    }
  }, [queryClient, me.id])
}
