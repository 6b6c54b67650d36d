import type { Feature } from '../lib/feature.ts'

/** Support figures and the tickets behind them. */
export const service: Feature = {
  pages: ({ framed }) => [
    {
      path: 'service',
      element: framed(() => import('./figures/figures.page.tsx').then((module) => module.FiguresPage)),
    },
    {
      path: 'service/tickets',
      element: framed(() => import('./figures/behind.page.tsx').then((module) => module.BehindPage)),
    },
    {
      path: 'service/groups',
      element: framed(() => import('./groups/groups.page.tsx').then((module) => module.GroupsPage)),
    },
  ],
  menu: () => import('./service-pages.ts').then((module) => module.menu),
}
