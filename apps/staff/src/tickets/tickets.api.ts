import { MESSAGE_PAGE_SIZE, PAGE_SIZE } from '@podmoga/contract/fields/limits'
import { type Follow, followTicket, getFollow } from '@podmoga/contract/notifications'
import * as calls from '@podmoga/contract/tickets'
import { ofPage } from '@podmoga/web/page-screen'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'
import type { NewTicketValues } from './new-ticket/new-ticket.rules.ts'

export interface ListView {
  status: calls.TicketStatus
  /** From 1. */
  page: number
  /** Words or a number; absent: all. */
  search?: string
}

/** Prefix of all ticket queries of a restaurant: every successful change invalidates it. */
export const ticketsRoot = (restaurantId: string) => ['tickets', restaurantId] as const

const FRESH_MS = 10_000
const MESSAGES_FRESH_MS = 5_000
const CHOICES_FRESH_MS = 60 * 60_000
const PROMISE_FRESH_MS = 10 * 60_000

/** Not polled: refetched on focus, on reconnection, after reading and after a reply. */
export const unreadQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: [...ticketsRoot(restaurantId), 'unread'],
    queryFn: ({ signal }) => call(calls.getUnread, {}, { signal }),
    select: (answer) => answer.unread,
  })

export const ticketListQuery = ({ restaurantId, call }: Scope, { status, page, search }: ListView) => {
  const queryKey = [...ticketsRoot(restaurantId), 'list', status, page, ...(search ? [search] : [])]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        calls.listTickets,
        {
          query: { page: String(page), page_size: String(PAGE_SIZE), status, ...(search ? { search } : {}) },
        },
        { signal },
      ),
    staleTime: FRESH_MS,
    placeholderData: (previous, query) =>
      query?.queryKey[3] === status ? keepPreviousData(previous) : ofPage(queryKey)(),
  })
}

export const ticketQuery = ({ restaurantId, call }: Scope, ticketId: string) =>
  queryOptions({
    queryKey: [...ticketsRoot(restaurantId), 'ticket', ticketId],
    placeholderData: ofPage([...ticketsRoot(restaurantId), 'ticket', ticketId]),
    queryFn: ({ signal }) => call(calls.getTicket, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
  })

/** Polling interval while a file waits for the virus scanner. */
const SCAN_MS = 10_000
const hasUnscanned = (pages: readonly calls.MessagePage[] = []): boolean =>
  pages
    .flatMap(({ results }) => results)
    .flatMap(({ results }) => results)
    .some(({ attachments }) => attachments.some(({ scan }) => scan === 'waiting'))

/** Page 1 holds the newest messages; at most two pages are kept. */
export const messagesQuery = ({ restaurantId, call }: Scope, ticketId: string) =>
  infiniteQueryOptions({
    queryKey: [...ticketsRoot(restaurantId), 'messages', ticketId],
    placeholderData: ofPage([...ticketsRoot(restaurantId), 'messages', ticketId]),
    queryFn: ({ pageParam, signal }) =>
      call(
        calls.listMessages,
        { params: { ticketId }, query: { page: String(pageParam), page_size: String(MESSAGE_PAGE_SIZE) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, total_pages }) =>
      current_page < total_pages ? current_page + 1 : undefined,
    getPreviousPageParam: ({ current_page }) => (current_page > 1 ? current_page - 1 : undefined),
    maxPages: 2,
    staleTime: MESSAGES_FRESH_MS,
    refetchInterval: ({ state }) => (hasUnscanned(state.data?.pages) ? SCAN_MS : false),
  })

const CHOICES = {
  appeal: calls.listAppealTypes,
  module: calls.listModuleTypes,
  payment: calls.listPaymentIssueTypes,
} as const

export const choicesQuery = ({ restaurantId, call }: Scope, kind: keyof typeof CHOICES) =>
  queryOptions({
    queryKey: ['choices', restaurantId, kind],
    placeholderData: ofPage(['choices', restaurantId, kind]),
    queryFn: ({ signal }) => call(CHOICES[kind], {}, { signal }),
    staleTime: CHOICES_FRESH_MS,
  })

export const limitsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['choices', restaurantId, 'limits'],
    queryFn: ({ signal }) => call(calls.getLimits, {}, { signal }),
    // The answer also contains the promise for a ticket written now.
    staleTime: PROMISE_FRESH_MS,
    retry: false,
  })

/** Sends a new ticket; `key` stays the same for retries of the same content. */
export const submitTicket = (
  { call }: Scope,
  { files, device, ...form }: NewTicketValues,
  {
    key,
    ...options
  }: { key: string; onProgress?: (sent: number, total: number) => void; signal: AbortSignal },
) =>
  call(
    calls.createTicket,
    // Other backends may have more categories than the contract lists.
    { form: { ...form, ...(device && { device }), category: form.category as 'other' }, files },
    { idempotency_key: key, ...options },
  )

export const reportRead = ({ call }: Scope, { ids }: { ids: string[] }) =>
  call(calls.readMessages, { body: { ids } })

export const rate = (
  { call }: Scope,
  { ticketId, ...body }: { ticketId: string; score?: calls.Rating['score']; word?: string },
) => call(calls.rateTicket, { params: { ticketId }, body })

export const followQuery = ({ restaurantId, call }: Scope, ticketId: string) =>
  queryOptions({
    queryKey: ['follow', restaurantId, ticketId],
    queryFn: ({ signal }) => call(getFollow, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
    retry: false,
  })

export const follow = ({ call }: Scope, ticketId: string, to: Follow) =>
  call(followTicket, { params: { ticketId }, body: { follow: to } })
