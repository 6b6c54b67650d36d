import { type Incident, listIncidents } from '@podmoga/contract/incidents'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { openOutbox } from '../lib/offline/outbox.ts'
import { sendOrKeep } from '../lib/offline/pending-actions.ts'
import type { Scope } from '../lib/scope.tsx'
import { sendTap, sendWorks, type WordsData } from './incidents.acts.ts'

/** Incidents of this restaurant that are current or have just ended. */
export const incidentsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['incidents', restaurantId, 'now'],
    queryFn: ({ signal }) => call(listIncidents, {}, { signal }),
    staleTime: 30_000,
    // A background query: no retries and no error message if the call is missing or the network is down.
    retry: false,
  })

const change = (cache: QueryClient, scope: Scope, id: string, to: (incident: Incident) => Incident) =>
  cache.setQueryData(incidentsQuery(scope).queryKey, (before) =>
    before?.map((incident) => (incident.id === id ? to(incident) : incident)),
  )

/** «И у нас», or its withdrawal: an optimistic update, sent now or once there is a network. */
export const tapHere = async (
  cache: QueryClient,
  scope: Scope,
  incidentId: string,
  is_mine: boolean,
): Promise<void> => {
  const data = { incidentId, is_not: !is_mine }
  await sendOrKeep(scope, { kind: 'incident tap', key: incidentId, data }, sendTap)
  const by = is_mine ? 1 : -1
  change(cache, scope, incidentId, (incident) =>
    incident.is_mine === is_mine ? incident : { ...incident, is_mine, count: incident.count + by },
  )
}

export const sayWorks = async (
  cache: QueryClient,
  scope: Scope,
  { incidentId, works }: { incidentId: string; works: boolean },
): Promise<void> => {
  const data = { incidentId, works }
  await sendOrKeep(scope, { kind: 'incident works', key: incidentId, data }, sendWorks)
  change(cache, scope, incidentId, (incident) => ({ ...incident, works }))
}

/** Texts and photos are delivered by the outbox like any message. */
export const addWords = (scope: Scope, data: WordsData, files: readonly File[]) =>
  openOutbox(scope).add({
    kind: 'incident words',
    queue: `incident ${data.incidentId}`,
    resend: 'while_key_lives',
    data,
    files,
  })
