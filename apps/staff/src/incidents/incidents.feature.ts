import type { Feature } from '../lib/feature.ts'

/** Not all phones of a business at once. */
const SPREAD_MS = 1500

/** What has stopped for many restaurants: seen on the home, over the search and over a new ticket. */
export const incidents: Feature = {
  pages: () => [],
  news: () => import('./incident-news.tsx').then((module) => module.IncidentNews),
  trouble: () => import('./incident-news.tsx').then((module) => module.IncidentTrouble),
  live: ({ restaurantId }, queryClient) => {
    const ask = () => void queryClient.invalidateQueries({ queryKey: ['incidents', restaurantId] })
    let timer: ReturnType<typeof setTimeout> | undefined
    return {
      onOpen: ask,
      onEvent: ({ name }) => {
        if (name !== 'incident') return
        clearTimeout(timer)
        timer = setTimeout(ask, Math.random() * SPREAD_MS)
      },
      stop: () => clearTimeout(timer),
    }
  },
  kept: { 'incidents now': 1 },
  actions: {
    'incident tap': {
      send: async (scope, data) => (await import('./incidents.acts.ts')).sendTap(scope, data),
      refused: 'drop',
    },
    'incident works': {
      send: async (scope, data) => (await import('./incidents.acts.ts')).sendWorks(scope, data),
      refused: 'drop',
    },
    // Its words are its person's: refused, it is theirs to take back.
    'incident words': {
      send: async (scope, data, item) => (await import('./incidents.acts.ts')).sendWords(scope, data, item),
    },
  },
  root: 'incidents',
  offline: async () => ({
    pages: [() => import('./incident-news.tsx'), () => import('./incidents.acts.ts')],
  }),
}
