import { createBrowserRouter, type RouteObject } from 'react-router'
import { knowledgeRoutes } from '../knowledge/knowledge.routes.tsx'
import { lazyPage, preloadPages } from '../lib/lazy-page.tsx'
import { profileRoutes } from '../profile/profile.routes.tsx'
import { ticketRoutes } from '../tickets/tickets.routes.tsx'
import { PageError, RootError } from './error-page.tsx'
import { LandingPage } from './landing.page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { RestaurantRoom } from './restaurant-room.tsx'
import { Root } from './root.tsx'
import { signOutHere } from './sign-out.ts'

const NewTicketRoom = lazyPage(() => import('./new-ticket.room.tsx').then((module) => module.NewTicketRoom))

/** Every domain brings its own routes; an error of a page is shown inside the shell. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    children: [
      { path: '/', element: <LandingPage /> },
      {
        path: '/:restaurantId',
        element: <RestaurantRoom />,
        children: [
          {
            errorElement: <PageError />,
            children: [...knowledgeRoutes, ...ticketRoutes(<NewTicketRoom />), ...profileRoutes(signOutHere)],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

export const router = createBrowserRouter(routes)

/** Fetches the code of the page at an address; see {@link preloadPages}. */
export const preloadPage = (path: string): Promise<void> => preloadPages(routes, path)
