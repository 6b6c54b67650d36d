import type { Call } from '@podmoga/contract/client'
import { getRestaurantCard } from '@podmoga/contract/desk/health'
import { listQueue } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { TICKETS_ROOT } from '../tickets.api.ts'

const FRESH_MS = 60_000
const SHOWN = '10'

export type RestaurantCard = Answer<typeof getRestaurantCard>

export const cardQuery = (call: Call, restaurantId: string) =>
  queryOptions({
    queryKey: ['desk', 'restaurant', restaurantId],
    queryFn: ({ signal }) => call(getRestaurantCard, { params: { restaurantId } }, { signal }),
    staleTime: FRESH_MS,
  })

/** The first of the restaurant's open tickets, longest waiting first. */
export const openTicketsQuery = (call: Call, restaurantId: string) =>
  queryOptions({
    queryKey: [...TICKETS_ROOT, 'of restaurant', restaurantId],
    queryFn: ({ signal }) =>
      call(listQueue, { query: { restaurant: [restaurantId], page_size: SHOWN } }, { signal }),
    staleTime: FRESH_MS,
  })
