import type { Call } from '@podmoga/contract/client'
import { changeMany } from '@podmoga/contract/desk/bulk'
import * as calls from '@podmoga/contract/desk/incidents'
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

export const placesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...INCIDENTS_ROOT, 'restaurants'],
    queryFn: async ({ signal }) => (await call(calls.listIncidentPlaces, {}, { signal })).restaurants,
    staleTime: 60_000,
  })

/** What an incident may be about: the modules of the agent's businesses, each once. */
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

/** A key for each portion, made of the first one's: the same again is the same. */
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

export interface Answered {
  done: string[]
  closed: string[]
  failed: number
}

/** One answer to all of these tickets, each as its own; then they are closed, but for those where somebody has written since. */
export const answerAll = async (
  call: Call,
  about: { incidentId: string; text: string; tickets: readonly string[]; closes: boolean; key: string },
): Promise<Answered> => {
  const { incidentId, text, tickets, closes, key } = about
  const all: Answered = { done: [], closed: [], failed: 0 }
  for (const [at, part] of portions(tickets).entries()) {
    const { results } = await call(
      calls.answerIncident,
      { params: { incidentId }, body: { text, tickets: part } },
      { idempotency_key: keyOf(key, at) },
    )
    const done = results.filter(({ fate }) => fate === 'done')
    all.done.push(...done.map(({ id }) => id))
    all.failed += results.length - done.length
    if (!closes || done.length === 0) continue
    const seen = Object.fromEntries(done.map(({ id, message_count }) => [id, message_count]))
    const closing = await call(
      changeMany,
      { body: { tickets: done.map(({ id }) => id), act: { do: 'close', seen } } },
      { idempotency_key: keyOf(key, at + 0x1_0000) },
    )
    const closed = closing.results.filter(({ fate }) => fate === 'done').map(({ id }) => id)
    all.closed.push(...closed)
    all.failed += done.length - closed.length
  }
  return all
}

export const openAgain = async (call: Call, tickets: readonly string[], key: string) => {
  for (const [at, part] of portions(tickets).entries())
    await call(
      changeMany,
      { body: { tickets: part, act: { do: 'reopen' } } },
      { idempotency_key: keyOf(key, at) },
    )
  return { ok: true }
}
