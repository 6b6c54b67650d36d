import { getProfile } from '@podmoga/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import type { Place } from '../app/place.tsx'

/** The signed-in person; the header reads it too, so it may be 20 s old. */
export const profileQuery = ({ restaurantId, call }: Place) =>
  queryOptions({
    queryKey: ['profile', restaurantId],
    queryFn: ({ signal }) => call(getProfile, {}, { signal }),
    select: (answer) => answer.details,
    staleTime: 20_000,
    retryDelay: 500,
  })
