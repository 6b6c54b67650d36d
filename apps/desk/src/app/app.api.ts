import type { Call } from '@podmoga/contract/client'
import { getSettings } from '@podmoga/contract/settings'
import { queryOptions } from '@tanstack/react-query'

/** How often an open page asks what the business calls itself now. */
const ASK_MS = 1_500

/** What the business says of itself; below the administration's key, so that a save there is seen here at once. */
export const brandQuery = (call: Call) =>
  queryOptions({
    queryKey: ['business', 'settings'],
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
    refetchInterval: ASK_MS,
    staleTime: ASK_MS,
    retry: false,
  })
