import { DESK_EVENTS, DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { tokenHeaders } from '@podmoga/web/session/call'
import { liveToken } from '@podmoga/web/session/live-token'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useScope } from '../lib/scope.tsx'
import { makeDeskLive } from '../tickets/desk-live.ts'
import type { Signals } from '../tickets/signals/page-signals.ts'
import { FEATURES } from './features.ts'

const STREAM = { path: DESK_EVENTS_PATH, kinds: DESK_EVENTS }

/** Applies the desk's event stream to the query cache, and notifies the agent when the page is hidden. */
export function useDeskLive(onTicket: (id: string) => void): void {
  const queryClient = useQueryClient()
  const { me, person, call } = useScope()
  const latest = useRef(onTicket)
  latest.current = onTicket
  const openTicket = useRef((id: string) => latest.current(id))
  useEffect(() => {
    const cache = makeDeskLive(queryClient, me.id)
    let signals: Signals | undefined
    let isOver = false
    void import('../tickets/signals/page-signals.ts').then(
      ({ startSignals }) => {
        if (!isOver) signals = startSignals({ call, me: me.id, person, open: openTicket.current })
      },
      () => null,
    )
    const stop = followWhileSeen({
      of: STREAM,
      // An agent with another tab in front must still be notified.
      whileHidden: true,
      headers: async () => tokenHeaders(await liveToken()),
      onOpen: cache.onOpen,
      onLost: cache.onLost,
      onEvent: (event) => {
        cache.onEvent(event)
        for (const { live } of FEATURES) live?.(event, me.id)
        signals?.handle(event)
      },
    })
    return () => {
      isOver = true
      stop()
      cache.stop()
      signals?.stop()
    }
  }, [queryClient, call, me.id, person])
}
