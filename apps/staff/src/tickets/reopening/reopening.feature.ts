import type { Feature } from '../../lib/feature.ts'

/** «Не решено»: a processed ticket is taken back by its restaurant. */
export const reopening: Feature = {
  pages: () => [],
  ticket: () => import('./reopening-part.tsx').then((module) => module.ReopeningPart),
  kept: { 'reopening until': 50 },
  // Its words are its person's: refused, it is theirs to take back.
  actions: {
    reopening: {
      send: async (scope, data, item) => (await import('./reopen.ts')).reopen(scope, data, item),
    },
  },
  root: 'reopening',
  offline: async () => ({ pages: [() => import('./reopening-part.tsx'), () => import('./reopen.ts')] }),
}
