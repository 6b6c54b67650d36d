import type { Feature } from '../../lib/feature.ts'

export const presence: Feature = {
  pages: ({ framed }) => [
    {
      path: 'presence',
      element: framed(() => import('./presence.page.tsx').then((module) => module.PresencePage)),
    },
  ],
}
