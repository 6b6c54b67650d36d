import type { Call } from '@podmoga/contract/client'
import * as joining from '@podmoga/contract/desk/joining'
import { queryOptions } from '@tanstack/react-query'
import { BUSINESS_ROOT } from '../business.api.ts'

/** Polling interval of join requests. */
const ASK_MS = 10_000

export const posterQuery = (call: Call, restaurantId: string) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'poster', restaurantId],
    queryFn: ({ signal }) => call(joining.getPoster, { params: { restaurantId } }, { signal }),
    enabled: restaurantId !== '',
    staleTime: 10_000,
  })

export const joinRequestsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'join requests'],
    queryFn: ({ signal }) => call(joining.listJoinRequests, {}, { signal }),
    refetchInterval: ASK_MS,
    staleTime: 0,
  })

export const makePoster = (call: Call, restaurantId: string) =>
  call(joining.makePoster, { params: { restaurantId } })
export const makePosters = (call: Call, ids: readonly string[]) =>
  call(joining.makePosters, { body: { ids: [...ids] } })
export const revokePoster = (call: Call, restaurantId: string) =>
  call(joining.revokePoster, { params: { restaurantId } })
export const admitNewcomer = (call: Call, requestId: string) =>
  call(joining.admitNewcomer, { params: { requestId } })
export const refuseNewcomer = (call: Call, requestId: string) =>
  call(joining.refuseNewcomer, { params: { requestId } })
