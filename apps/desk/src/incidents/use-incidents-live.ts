import { DESK_EVENTS, DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { tokenHeaders } from '@podmoga/web/session/call'
import { liveToken } from '@podmoga/web/session/live-token'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../lib/scope.tsx'
import { INCIDENTS_ROOT, incidentQuery, incidentsQuery } from './incidents.api.ts'

const STREAM = { path: DESK_EVENTS_PATH, kinds: DESK_EVENTS }

/** Applies incident counts from the event stream; other changes cause a refetch. */
export function useIncidentsLive(): void {
  const { call } = useScope()
  const cache = useQueryClient()
  useEffect(() => {
    const ask = () => void cache.invalidateQueries({ queryKey: INCIDENTS_ROOT })
    return followWhileSeen({
      of: STREAM,
      headers: async () => tokenHeaders(await liveToken()),
      onOpen: ask,
      onEvent: (event) => {
        if (event.name !== 'incident') return
        const { id, count } = event.data
        if (count === null) return ask()
        const counted = <T extends { id: string; count: number }>(one: T): T =>
          one.id === id ? { ...one, count } : one
        cache.setQueryData(incidentQuery(call, id).queryKey, (before) => before && counted(before))
        cache.setQueryData(
          incidentsQuery(call).queryKey,
          (before) =>
            before && {
              ...before,
              pages: before.pages.map((page) => ({ ...page, results: page.results.map(counted) })),
            },
        )
      },
    })
  }, [call, cache])
}
