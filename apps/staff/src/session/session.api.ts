import { listRestaurants } from '@podmoga/contract/session'
import { queryOptions } from '@tanstack/react-query'
import type { Place } from '../lib/place.tsx'

export const restaurantsQuery = ({ restaurantId, call }: Place) =>
  queryOptions({
    queryKey: ['session', restaurantId, 'restaurants'],
    queryFn: ({ signal }) => call(listRestaurants, {}, { signal }),
    select: (answer) => answer.restaurants,
    staleTime: 5 * 60_000,
  })
