import { listJoinRequests } from '@podmoga/contract/desk/joining'
import { getPlaces } from '@podmoga/contract/session'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'

/** The user's restaurants and desk roles; other backends may lack this call. */
export const membershipsQuery = ({ call }: Scope) =>
  queryOptions({
    queryKey: ['session', 'places'],
    queryFn: ({ signal }) => call(getPlaces, {}, { signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })

export const JOIN_REQUESTS_KEY = ['session', 'join requests'] as const

/** Pending join requests for the restaurants that this user manages. */
export const joinRequestsQuery = ({ call }: Scope) =>
  queryOptions({
    queryKey: JOIN_REQUESTS_KEY,
    queryFn: ({ signal }) => call(listJoinRequests, {}, { signal }),
    retry: false,
  })
