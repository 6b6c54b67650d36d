import type { Call } from '@podmoga/contract/client'
import * as relations from '@podmoga/contract/desk/relations'
import { searchTickets } from '@podmoga/contract/desk/search'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { TICKETS_ROOT, ticketQuery } from '../tickets.api.ts'

const FRESH_MS = 60_000

const relatedKey = (ticketId: string) => [...TICKETS_ROOT, 'related', ticketId] as const

/** What a ticket was merged with and belongs to, and its restaurant's other tickets. */
export const relationsQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: relatedKey(ticketId),
    queryFn: ({ signal }) => call(relations.getRelations, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
  })

/** Tickets in much the same words; outside the root, for what is done to this ticket changes nothing of them. */
export const similarQuery = (call: Call, ticketId: string) =>
  queryOptions({
    queryKey: ['desk', 'similar', ticketId],
    queryFn: ({ signal }) => call(relations.listSimilar, { params: { ticketId } }, { signal }),
    staleTime: 5 * FRESH_MS,
  })

/** A ticket by its number; null when there is none. A number that was merged finds the one that stays. */
export const findByNumber = async (call: Call, number: string) =>
  (await call(searchTickets, { query: { q: `№${number}`, page_size: '1' } })).results[0]?.ticket ?? null

export const mergeInto = (call: Call, ticketId: string, into: string) =>
  call(relations.mergeTicket, { params: { ticketId }, body: { into } })
export const takeApart = async (cache: QueryClient, call: Call, ticketId: string) => {
  const apart = await call(relations.unmergeTicket, { params: { ticketId } })
  // What is kept under its id is the ticket it was part of: whoever went back would be led there again.
  cache.removeQueries(ticketQuery(call, ticketId))
  return apart
}
export const linkWith = (call: Call, ticketId: string, to: string) =>
  call(relations.linkTicket, { params: { ticketId }, body: { to } })
export const unlinkFrom = (call: Call, ticketId: string, to: string) =>
  call(relations.unlinkTicket, { params: { ticketId }, body: { to } })

/** `key` is made for each submit and kept over its retries. */
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
