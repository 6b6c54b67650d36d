import type { Call } from '@podmoga/contract/client'
import { getSettings } from '@podmoga/contract/settings'
import { queryOptions } from '@tanstack/react-query'

/** How often an open page refetches the brand. */
const ASK_MS = 1_500

/** Name and logo of the business. Under the settings' query key, so that a save there updates the bar at once. */
export const brandQuery = (call: Call) =>
  queryOptions({
    queryKey: ['business', 'settings'],
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
    refetchInterval: ASK_MS,
    staleTime: ASK_MS,
    retry: false,
  })
