import type { Feature } from '../lib/feature.ts'

/** «Инциденты»: created, updated, ended and reported by agents. */
export const incidents: Feature = {
  pages: ({ framed }) => [
    {
      path: 'incidents',
      element: framed(() => import('./incidents.page.tsx').then((module) => module.IncidentsPage)),
    },
    {
      path: 'incidents/:incidentId',
      element: framed(() => import('./incident.page.tsx').then((module) => module.IncidentPage)),
    },
  ],
  live: () => import('./incidents.live.ts').then((module) => module.makeIncidentsLive),
  menu: () => import('./incidents-pages.ts').then((module) => module.menu),
}
