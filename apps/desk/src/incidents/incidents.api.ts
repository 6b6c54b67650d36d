import type { Call } from '@podmoga/contract/client'
import { changeMany } from '@podmoga/contract/desk/bulk'
import * as calls from '@podmoga/contract/desk/incidents'
import { getMacroRun, type MacroRun, undoMacroRun } from '@podmoga/contract/desk/macros'
import { listTopics } from '@podmoga/contract/desk/work'
import { BULK_MAX } from '@podmoga/contract/fields/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export const INCIDENTS_ROOT = ['incidents'] as const

export const incidentsQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: [...INCIDENTS_ROOT, 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(calls.listDeskIncidents, { query: { page: String(pageParam) } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, all) => (all.length < total_pages ? all.length + 1 : null),
  })

export const incidentQuery = (call: Call, incidentId: string) =>
  queryOptions({
    queryKey: [...INCIDENTS_ROOT, 'one', incidentId],
    queryFn: ({ signal }) => call(calls.getDeskIncident, { params: { incidentId } }, { signal }),
  })

export const proposalsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...INCIDENTS_ROOT, 'proposals'],
    queryFn: async ({ signal }) => (await call(calls.listIncidentProposals, {}, { signal })).results,
  })

export const restaurantsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...INCIDENTS_ROOT, 'restaurants'],
    queryFn: async ({ signal }) => (await call(calls.listIncidentRestaurants, {}, { signal })).restaurants,
    staleTime: 60_000,
  })

/** The modules of the agent's businesses, without duplicates. */
export const modulesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...INCIDENTS_ROOT, 'modules'],
    queryFn: async ({ signal }) => {
      const { businesses } = await call(listTopics, {}, { signal })
      const topics = businesses.flatMap(({ categories }) =>
        categories.filter(({ key }) => key === 'technical_issue').flatMap((category) => category.topics),
      )
      return [...new Map(topics.map((topic) => [topic.key, topic])).values()]
    },
    staleTime: 60_000,
  })

const portions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BULK_MAX) }, (_, at) =>
    ids.slice(at * BULK_MAX, (at + 1) * BULK_MAX),
  )

/** Idempotency key of a batch, derived from the first one's, so that a retry uses the same keys. */
const keyOf = (key: string, at: number): string => `${at.toString(16).padStart(8, '0')}${key.slice(8)}`

export const link = async (
  call: Call,
  incidentId: string,
  tickets: readonly string[],
  is_linked: boolean,
) => {
  for (const part of portions(tickets))
    await call(calls.linkIncidentTickets, { params: { incidentId }, body: { tickets: part, is_linked } })
  return { ok: true }
}

/** Sends one answer to each of the tickets after a delay of a few seconds, and closes them if `close`. */
export const answerAll = async (
  call: Call,
  about: { incidentId: string; text: string; tickets: readonly string[]; close: boolean; key: string },
): Promise<MacroRun[]> => {
  const { incidentId, text, tickets, close, key } = about
  const runs: MacroRun[] = []
  for (const [at, part] of portions(tickets).entries())
    runs.push(
      await call(
        calls.answerIncident,
        { params: { incidentId }, body: { text, tickets: part, close } },
        { idempotency_key: keyOf(key, at) },
      ),
    )
  return runs
}

/** Polling interval of an answer's runs. */
const LOOK_MS = 700

/** The runs of one answer, polled until all have ended. */
export const answersQuery = (call: Call, begun: readonly MacroRun[]) =>
  queryOptions({
    queryKey: ['incident answers', ...begun.map(({ id }) => id)],
    queryFn: ({ signal }) =>
      Promise.all(begun.map(({ id: runId }) => call(getMacroRun, { params: { runId } }, { signal }))),
    initialData: [...begun],
    refetchInterval: ({ state: { data = [] } }) =>
      data.every(({ state }) => state === 'done' || state === 'undone') ? false : LOOK_MS,
  })

/** Undoes the answer; runs that have already started are not affected. */
export const takeBack = (call: Call, runs: readonly MacroRun[]): Promise<MacroRun[]> =>
  Promise.all(runs.map(({ id: runId }) => call(undoMacroRun, { params: { runId } })))

export const openAgain = async (call: Call, tickets: readonly string[], key: string) => {
  for (const [at, part] of portions(tickets).entries())
    await call(
      changeMany,
      { body: { tickets: part, act: { do: 'reopen' } } },
      { idempotency_key: keyOf(key, at) },
    )
  return { ok: true }
}
