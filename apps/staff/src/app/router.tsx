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

/** Every feature brings its own routes; an error of a page is shown inside the shell. */
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
 * The pages by their addresses. The declarative router: the one with loaders and actions, of which nothing is used here,
 * is a tenth of the first load.
 */
export const Router = () => (
  <BrowserRouter wrap={withLazyOverlays}>
    <Pages />
  </BrowserRouter>
)

/** Fetches the code of the page at an address; see {@link preloadPages}. */
export const preloadPage = (path: string): Promise<void> => preloadPages(matchRoutes(routes, path))

providePreload(preloadPage)
