import { refetchAfterEvent } from '@podmoga/web/live/refetch'
import type { Feature } from '../../lib/feature.ts'

/** Join requests, for users who may admit people. */
export const joining: Feature = {
  pages: () => [],
  news: () => import('./join-requests-card.tsx').then((module) => module.JoinRequestsCard),
  live: (_, queryClient) => {
    const filters = { queryKey: ['session', 'join requests'] }
    return {
      onOpen: () => void queryClient.invalidateQueries(filters),
      onEvent: ({ name }) => {
        if (name === 'joining') refetchAfterEvent(queryClient, filters)
      },
    }
  },
  start: () => import('./watch-joining.ts').then((module) => module.watchJoining),
}
