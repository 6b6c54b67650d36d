import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage, preloadPages } from '@podmoga/ui/lib/lazy-page'
import { BrowserRouter } from '@podmoga/web/router'
import { matchRoutes, type RouteObject, useRoutes } from 'react-router'
import type { Slots } from '../lib/feature.ts'
import { withLazyOverlays } from '../lib/lazy-overlays.ts'
import { providePreload } from '../lib/preload-page.ts'
import { PageBoundary } from './error-page.tsx'
import { FeatureParts } from './feature-parts.tsx'
import { FEATURES } from './features.ts'
import { LandingPage } from './landing.page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { RestaurantLayout } from './restaurant.layout.tsx'
import { Root } from './root.tsx'
import { signOutHere } from './sign-out.ts'

const NewTicketLayout = lazyPage(() =>
  import('./new-ticket.layout.tsx').then((module) => module.NewTicketLayout),
)

const slots: Slots = {
  news: <FeatureParts at="news" />,
  newTicket: <NewTicketLayout />,
  ticket: <FeatureParts at="ticket" />,
  loadAnswer: FEATURES.find(({ answer }) => answer !== undefined)?.answer,
  onSignOut: signOutHere,
}

/** Each feature provides its routes; errors of a page are shown inside the shell. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { path: STAFF_PAGES.landing, element: <LandingPage /> },
      {
        path: STAFF_PAGES.home,
        element: <RestaurantLayout />,
        children: [
          {
            element: <PageBoundary />,
            children: FEATURES.flatMap(({ pages }) => pages(slots)),
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

const Pages = () => useRoutes(routes)

/**
 * The pages by URL. Uses the declarative router: the data router, whose loaders and actions are not needed, would be a tenth of
 * the first load.
 */
export const Router = () => (
  <BrowserRouter wrap={withLazyOverlays}>
    <Pages />
  </BrowserRouter>
)

/** Prefetches the code of the page at a URL; see {@link preloadPages}. */
export const preloadPage = (path: string): Promise<void> => preloadPages(matchRoutes(routes, path))

providePreload(preloadPage)
