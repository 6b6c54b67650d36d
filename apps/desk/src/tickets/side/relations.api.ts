import type { Call } from '@podmoga/contract/client'
import * as relations from '@podmoga/contract/desk/relations'
import { searchTickets } from '@podmoga/contract/desk/search'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { TICKETS_ROOT, ticketQuery } from '../tickets.api.ts'

const FRESH_MS = 60_000

const relatedKey = (ticketId: string) => [...TICKETS_ROOT, 'related', ticketId] as const

/** Merged and linked tickets, and the restaurant's other tickets. */
export const relationsQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: relatedKey(ticketId),
    queryFn: ({ signal }) => call(relations.getRelations, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
  })

/** Tickets with similar texts. Not under TICKETS_ROOT: actions on this ticket do not change them. */
export const similarQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: ['desk', 'similar', ticketId],
    queryFn: ({ signal }) => call(relations.listSimilar, { params: { ticketId } }, { signal }),
    staleTime: 5 * FRESH_MS,
  })

/** Finds a ticket by number; null if there is none. The number of a merged ticket finds the surviving one. */
export const findByNumber = async (call: Call, number: string) =>
  (await call(searchTickets, { query: { q: `№${number}`, page_size: '1' } })).results[0]?.ticket ?? null

export const mergeInto = (call: Call, ticketId: string, into: string) =>
  call(relations.mergeTicket, { params: { ticketId }, body: { into } })
export const takeApart = async (cache: QueryClient, call: Call, ticketId: string) => {
  const apart = await call(relations.unmergeTicket, { params: { ticketId } })
  // Under this id the cache holds the ticket it was merged into, which would redirect there again.
  cache.removeQueries(ticketQuery(call, ticketId))
  return apart
}
export const linkWith = (call: Call, ticketId: string, to: string) =>
  call(relations.linkTicket, { params: { ticketId }, body: { to } })
export const unlinkFrom = (call: Call, ticketId: string, to: string) =>
  call(relations.unlinkTicket, { params: { ticketId }, body: { to } })

/** `key`: idempotency key, kept over retries of one submit. */
export const splitOff = (call: Call, ticketId: string, message: string, key: string) =>
  call(relations.splitTicket, { params: { ticketId }, body: { message } }, { idempotency_key: key })
export const continueTicket = (call: Call, ticketId: string, text: string, key: string) =>
  call(relations.followUp, { params: { ticketId }, body: { text } }, { idempotency_key: key })
export const makeArticle = (call: Call, ticketId: string, subcategory: string | undefined, key: string) =>
  call(
    relations.draftArticle,
    { params: { ticketId }, body: subcategory === undefined ? {} : { subcategory } },
    { idempotency_key: key },
  )
