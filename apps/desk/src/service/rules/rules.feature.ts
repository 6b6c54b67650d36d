import type { Feature } from '../../lib/feature.ts'

/** «Правила»: automatic actions on ticket events. */
export const rules: Feature = {
  pages: ({ framed }) => [
    {
      path: 'service/rules',
      element: framed(() => import('./rules.page.tsx').then((module) => module.RulesPage)),
    },
  ],
}
