import { getProfile } from '@podmoga/contract/own-profile'
import { Refusal } from '@podmoga/contract/refusals'
import { ofPage } from '@podmoga/web/page-screen'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'

const PASSING: readonly Refusal['code'][] = ['network', 'unavailable', 'internal']
const isPassing = (error: unknown): boolean => error instanceof Refusal && PASSING.includes(error.code)

const profileRoot = (restaurantId: string) => ['profile', restaurantId] as const

/** The signed-in user's profile; cached for 20 s, since the header reads it too. */
export const profileQuery = ({ restaurantId, call }: Scope) =>
  queryOptions({
    queryKey: profileRoot(restaurantId),
    placeholderData: ofPage(profileRoot(restaurantId)),
    queryFn: ({ signal }) => call(getProfile, {}, { signal }),
    select: (answer) => answer.details,
    staleTime: 20_000,
    // Retried once, after a server error too: the header is on every page.
    retry: (count, error) => count < 1 && isPassing(error),
    retryDelay: 500,
  })
