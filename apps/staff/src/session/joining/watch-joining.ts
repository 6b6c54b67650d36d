import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { joinRequestsQuery, membershipsQuery } from '../../lib/memberships.api.ts'
import type { Scope } from '../../lib/scope.tsx'

/** Asks who waits for access, for as long as the restaurant is open, where the person decides about it. Returns how to stop. */
export const watchJoining = (scope: Scope, queryClient: QueryClient): (() => void) => {
  let stop: (() => void) | null = () => {}
  queryClient.fetchQuery(membershipsQuery(scope)).then(
    ({ desk_roles }) => {
      const managesPeople = desk_roles.some((role) => role === 'manager' || role === 'admin')
      if (!managesPeople || stop === null) return
      stop = new QueryObserver(queryClient, joinRequestsQuery(scope)).subscribe(() => {})
    },
    () => undefined,
  )
  return () => {
    stop?.()
    stop = null
  }
}
