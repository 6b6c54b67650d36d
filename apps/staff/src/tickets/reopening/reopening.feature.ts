import type { Feature } from '../../lib/feature.ts'

/** «Не решено»: a restaurant reopens a processed ticket. */
export const reopening: Feature = {
  pages: () => [],
  ticket: () => import('./reopening-part.tsx').then((module) => module.ReopeningPart),
  kept: { 'reopening until': 50 },
  // The text is the user's own: if refused, it is kept for them to edit.
  actions: {
    reopening: {
      send: async (scope, data, item) => (await import('./reopen.ts')).reopen(scope, data, item),
    },
  },
  root: 'reopening',
  offline: async () => ({ pages: [() => import('./reopening-part.tsx'), () => import('./reopen.ts')] }),
}
