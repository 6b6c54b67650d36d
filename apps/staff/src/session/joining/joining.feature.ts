import type { Feature } from '../../lib/feature.ts'

/** Join requests, for users who may admit people. */
export const joining: Feature = {
  pages: () => [],
  news: () => import('./join-requests-card.tsx').then((module) => module.JoinRequestsCard),
  live: (_, queryClient) => {
    const ask = () => void queryClient.invalidateQueries({ queryKey: ['session', 'join requests'] })
    return {
      onOpen: ask,
      onEvent: ({ name }) => {
        if (name === 'joining') ask()
      },
    }
  },
  start: () => import('./watch-joining.ts').then((module) => module.watchJoining),
}
