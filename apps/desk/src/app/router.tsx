import { lazyPage, preloadPages } from '@podmoga/ui/lib/lazy-page'
import { withOverlays } from '@podmoga/web/history-overlays'
import { BrowserRouter } from '@podmoga/web/router'
import type { ComponentType } from 'react'
import { matchPath, matchRoutes, type RouteObject, useRoutes } from 'react-router'
import type { Feature } from '../lib/feature.ts'
import { loadTicket } from '../tickets/conversation/load-ticket.ts'
import { AccessGate } from './access-gate.tsx'
import { FEATURES } from './features.ts'
import { LiveLayout } from './live.layout.tsx'
import { Root } from './root.tsx'

const BASE = '/desk/'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazyPage(load)
  return <Page />
}

const notFound = page(() => import('./not-found.page.tsx').then((module) => module.NotFoundPage))

/** A domain page below the desk's bar. */
const inFrame = (load: () => Promise<ComponentType>) =>
  page(async () => {
    const [{ framed }, Page] = await Promise.all([import('./framed.tsx'), load()])
    return framed(Page)
  })

const workspace = page(async () => {
  // Opened at a ticket's address: load both chunks in parallel.
  const isTicket = matchPath(`${BASE}tickets/:ticketId`, location.pathname) !== null
  const [{ WorkspacePage }] = await Promise.all([
    import('./workspace.page.tsx'),
    isTicket ? loadTicket().catch(() => null) : null,
  ])
  return WorkspacePage
})

/** The queue and a ticket. */
const WORKSPACE: RouteObject[] = [{ index: true }, { path: 'tickets/:ticketId?' }]

const pagesOf = (features: readonly Feature[]): RouteObject[] =>
  features.flatMap(({ pages }) => pages?.({ page, framed: inFrame }) ?? [])

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      {
        element: <AccessGate />,
        children: [
          {
            element: <LiveLayout alertsAt={WORKSPACE} />,
            children: [
              // One route element for both, so that the queue keeps its scroll position while tickets are opened and closed.
              { element: workspace, children: WORKSPACE },
              ...pagesOf(FEATURES.filter(({ live }) => live !== undefined)),
            ],
          },
          ...pagesOf(FEATURES.filter(({ live }) => live === undefined)),
        ],
      },
      { path: '*', element: notFound },
    ],
  },
]

/** The page at the router's address. */
export const Pages = () => useRoutes(routes)

/** Routes of all sections. The declarative router, as in the staff app: nothing here uses loaders or actions. */
export const Router = () => (
  <BrowserRouter basename={BASE} wrap={withOverlays}>
    <Pages />
  </BrowserRouter>
)

/** Prefetches the code of the page at an address while AccessGate is still checking the session. */
export const preloadPage = (path: string): Promise<void> => preloadPages(matchRoutes(routes, path, BASE))
