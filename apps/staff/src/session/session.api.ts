import { listUnread } from '@podmoga/contract/notifications'
import { listRestaurants } from '@podmoga/contract/session'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'

export const restaurantsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['session', restaurantId, 'restaurants'],
    queryFn: ({ signal }) => call(listRestaurants, {}, { signal }),
    select: (answer) => answer.restaurants,
    staleTime: 5 * 60_000,
  })

/** Unread replies in all of the user's restaurants. */
export const unreadMembershipsQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: ['session', restaurantId, 'unread'],
    queryFn: ({ signal }) => call(listUnread, {}, { signal }),
    select: (answer) => answer.restaurants,
    staleTime: 30_000,
    refetchInterval: 5 * 60_000,
    refetchIntervalInBackground: true,
    retry: false,
  })
