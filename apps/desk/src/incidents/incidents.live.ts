import { refetchAfterEvent } from '@podmoga/web/live/refetch'
import type { MakeLive } from '../lib/feature.ts'
import { INCIDENTS_ROOT, incidentQuery, incidentsQuery } from './incidents.api.ts'

/** Applies incident counts from the event stream; other changes cause a refetch. */
export const makeIncidentsLive = (({ call }, cache) => {
  const filters = { queryKey: INCIDENTS_ROOT }
  return {
    // Incident events are not replayed.
    onOpen: () => void cache.invalidateQueries(filters),
    onEvent: (event) => {
      if (event.name !== 'incident') return
      const { id, count } = event.data
      if (count === null) return refetchAfterEvent(cache, filters)
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
  }
}) satisfies MakeLive
