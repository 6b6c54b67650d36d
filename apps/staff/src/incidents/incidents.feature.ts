import { refetchAfterEvent } from '@podmoga/web/live/refetch'
import type { Feature } from '../lib/feature.ts'

/** A random delay, so that not all phones of a business refetch at once. */
const SPREAD_MS = 1500

/** Incidents that affect many restaurants: shown on the home page, above the search results and the new-ticket form. */
export const incidents: Feature = {
  pages: () => [],
  news: () => import('./incident-news.tsx').then((module) => module.IncidentNews),
  trouble: () => import('./incident-news.tsx').then((module) => module.IncidentTrouble),
  live: ({ restaurantId }, queryClient) => {
    const filters = { queryKey: ['incidents', restaurantId] }
    let timer: ReturnType<typeof setTimeout> | undefined
    return {
      onOpen: () => void queryClient.invalidateQueries(filters),
      onEvent: ({ name }) => {
        if (name !== 'incident') return
        clearTimeout(timer)
        timer = setTimeout(() => refetchAfterEvent(queryClient, filters), Math.random() * SPREAD_MS)
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
    // The text is the user's own: if refused, it is kept for them to edit.
    'incident words': {
      send: async (scope, data, item) => (await import('./incidents.acts.ts')).sendWords(scope, data, item),
    },
  },
  root: 'incidents',
  offline: async () => ({
    pages: [() => import('./incident-news.tsx'), () => import('./incidents.acts.ts')],
  }),
}
