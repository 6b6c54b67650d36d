import { lazyPage, preloadPages } from '@podmoga/ui/lib/lazy-page'
import { withOverlays } from '@podmoga/web/history-overlays'
import { BrowserRouter } from '@podmoga/web/router'
import type { ComponentType } from 'react'
import { matchPath, matchRoutes, type RouteObject, useRoutes } from 'react-router'
import { loadTicket } from '../tickets/conversation/load-ticket.ts'
import { AccessGate } from './access-gate.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { Root } from './root.tsx'

const BASE = '/desk/'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazyPage(load)
  return <Page />
}

/** A page of a domain below the desk's bar. */
const inFrame = (load: () => Promise<ComponentType>) =>
  page(async () => {
    const [{ framed }, Page] = await Promise.all([import('./framed.tsx'), load()])
    return framed(Page)
  })

const workspace = page(async () => {
  // A ticket's own address: both files at once.
  const isTicket = matchPath(`${BASE}tickets/:ticketId`, location.pathname) !== null
  const [{ WorkspacePage }] = await Promise.all([
    import('./workspace.page.tsx'),
    isTicket ? loadTicket().catch(() => null) : null,
  ])
  return WorkspacePage
})
const base = inFrame(() => import('../knowledge/knowledge.page.tsx').then((module) => module.KnowledgePage))
const material = page(() =>
  import('../knowledge/material/material.page.tsx').then((module) => module.MaterialPage),
)
const gaps = page(() => import('../knowledge/gaps/gaps.page.tsx').then((module) => module.GapsPage))
const synonyms = page(() =>
  import('../knowledge/synonyms/synonyms.page.tsx').then((module) => module.SynonymsPage),
)
const reading = inFrame(() =>
  import('../knowledge/reading/reading.page.tsx').then((module) => module.ReadingPage),
)
const welcome = page(() => import('../knowledge/material/welcome.tsx').then((module) => module.Welcome))
const admin = inFrame(() => import('../business/admin.page.tsx').then((module) => module.AdminPage))
const start = page(() => import('../business/start.page.tsx').then((module) => module.StartPage))
const people = page(() => import('../business/people/people.page.tsx').then((module) => module.PeoplePage))
const restaurants = page(() =>
  import('../business/restaurants/restaurants.page.tsx').then((module) => module.RestaurantsPage),
)
const peopleImport = page(() =>
  import('../business/import/import.page.tsx').then((module) => module.ImportPage),
)
const poster = page(() =>
  import('../business/restaurants/poster.page.tsx').then((module) => module.PosterPage),
)
const handbook = page(() =>
  import('../business/restaurants/handbook.page.tsx').then((module) => module.HandbookPage),
)
const settings = page(() =>
  import('../business/settings/settings.page.tsx').then((module) => module.SettingsPage),
)
const keys = page(() => import('../business/keys/keys.page.tsx').then((module) => module.KeysPage))
const providers = page(() =>
  import('../business/providers/providers.page.tsx').then((module) => module.ProvidersPage),
)
const businesses = page(() =>
  import('../business/operator/businesses.page.tsx').then((module) => module.BusinessesPage),
)
const journal = page(() =>
  import('../business/journal/journal.page.tsx').then((module) => module.JournalPage),
)
const security = inFrame(() => import('../session/security.page.tsx').then((module) => module.SecurityPage))

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      {
        element: <AccessGate />,
        children: [
          // One room for both, so that the queue keeps its place while tickets come and go.
          { element: workspace, children: [{ index: true }, { path: 'tickets/:ticketId' }] },
          // One screen for both, so that the tree keeps their place while materials come and go.
          {
            path: 'kb/read',
            element: reading,
            children: [{ index: true }, { path: ':materialId' }],
          },
          {
            path: 'kb',
            element: base,
            children: [
              { index: true, element: welcome },
              { path: 'gaps', element: gaps },
              { path: 'synonyms', element: synonyms },
              { path: ':materialId', element: material },
            ],
          },
          { path: 'security', element: security },
          {
            path: 'admin',
            element: admin,
            children: [
              { index: true, element: start },
              { path: 'people', element: people },
              { path: 'people/import', element: peopleImport },
              { path: 'restaurants', element: restaurants },
              { path: 'poster', element: poster },
              { path: 'handbook', element: handbook },
              { path: 'settings', element: settings },
              { path: 'keys', element: keys },
              { path: 'sign-in', element: providers },
              { path: 'journal', element: journal },
              { path: 'businesses', element: businesses },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

const Pages = () => useRoutes(routes)

/** The rooms by their addresses. The declarative router, as in the staff app: nothing here uses loaders or actions. */
export const Router = () => (
  <BrowserRouter basename={BASE} wrap={withOverlays}>
    <Pages />
  </BrowserRouter>
)

/** Fetches the code of the page at an address while the door is still asking who comes. */
export const preloadPage = (path: string): Promise<void> => preloadPages(matchRoutes(routes, path, BASE))
