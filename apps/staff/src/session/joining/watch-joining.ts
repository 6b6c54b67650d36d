import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Scope } from '../../lib/scope.tsx'
import { joinRequestsQuery, membershipsQuery } from '../memberships.api.ts'

/** Fetches join requests while the restaurant is open, if the user may decide about them. Returns a function that stops. */
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
