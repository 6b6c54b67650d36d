import type { Call } from '@podmoga/contract/client'
import * as data from '@podmoga/contract/desk/personal-data'
import * as retention from '@podmoga/contract/desk/retention'
import * as operator from '@podmoga/contract/operator'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { BUSINESS_ROOT } from '../business.api.ts'

export const erasuresQuery = (call: Call, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'erasures'],
    queryFn: ({ signal }) => call(data.listErasures, {}, { signal }),
    enabled: isAdmin,
    staleTime: 10_000,
  })

const of = (personId: string) => ({ params: { personId } })
export const exportPersonData = (call: Call, personId: string) => call(data.exportPersonData, of(personId))
export const erasePerson = (call: Call, personId: string) => call(data.erasePerson, of(personId))
export const refuseErasure = (call: Call, personId: string) => call(data.refuseErasure, of(personId))

export const retentionQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'retention'],
    queryFn: ({ signal }) => call(retention.getRetention, {}, { signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

/** Retention in months; null: forever. */
export interface Months {
  tickets: number | null
  files: number | null
}
export const countRetention = (call: Call, { tickets, files }: Months) =>
  call(retention.countRetention, {
    query: {
      ...(tickets !== null && { tickets: String(tickets) }),
      ...(files !== null && { files: String(files) }),
    },
  })
export const setRetention = (call: Call, { tickets, files }: Months) =>
  call(retention.setRetention, { body: { keep_tickets_months: tickets, keep_files_months: files } })

export const businessesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESS_ROOT, 'businesses'],
    queryFn: ({ signal, pageParam }) =>
      call(operator.listBusinesses, { query: pageParam === '' ? {} : { after: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  })

export const changeBusiness = (
  call: Call,
  businessId: string,
  body: { paid_until: string | null; people_max: number | null; restaurants_max: number | null },
) => call(operator.changeBusiness, { params: { businessId }, body })
export const readTicketAsOperator = (
  call: Call,
  businessId: string,
  body: { number: number; reason: string },
) => call(operator.readTicketAsOperator, { params: { businessId }, body })
