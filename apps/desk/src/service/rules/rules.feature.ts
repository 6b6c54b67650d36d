import type { Feature } from '../../lib/feature.ts'

/** «Правила»: what is done by itself when something happens to a ticket. */
export const rules: Feature = {
  pages: ({ framed }) => [
    {
      path: 'service/rules',
      element: framed(() => import('./rules.page.tsx').then((module) => module.RulesPage)),
    },
  ],
}
