import { createBrowserRouter } from 'react-router'
import { Door } from './door.tsx'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { Root } from './root.tsx'

const workspace = async () => ({ Component: (await import('./workspace.page.tsx')).WorkspacePage })

export const router = createBrowserRouter(
  [
    {
      element: <Root />,
      errorElement: <ErrorPage />,
      children: [
        {
          element: <Door />,
          hydrateFallbackElement: <div />,
          children: [
            // One room for both, so that the queue keeps its place while tickets come and go.
            { lazy: workspace, children: [{ index: true }, { path: 'tickets/:ticketId' }] },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: '/desk/' },
)
