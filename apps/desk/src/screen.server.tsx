import type { Call } from '@podmoga/contract/client'
import type { Screen, Viewer } from '@podmoga/contract/screen'
import { NavigationProvider } from '@podmoga/ui/lib/navigation'
import { drawFor } from '@podmoga/ui/lib/viewer'
import { answersOf, onlyToLookAt, prerenderClient } from '@podmoga/web/prerendering'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { deskQuery } from './session/session.api.ts'
import { readView } from './tickets/queue/queue-view.ts'
import { queueQuery, restaurantsQuery } from './tickets/tickets.api.ts'
import { PrerenderedQueue } from './tickets/workspace/prerender-queue.tsx'

/** Input for rendering a desk screen. */
export interface ScreenToPrerender {
  /** Path with the query string. */
  path: string
  viewer: Viewer
  /** API client acting as the viewing agent. */
  call: Call
}

const BASE = '/desk'
const links = { navigate: () => {}, hrefOf: (path: string) => BASE + path }

/**
 * Renders the queue to HTML on the server with the desk's own components. Returns the HTML and the answers used, from
 * which the app renders the same. Null for any other path; rejects if an API call is refused.
 */
export const prerenderScreen = async ({ path, viewer, call }: ScreenToPrerender): Promise<Screen | null> => {
  const address = URL.parse(path, 'http://page')
  if (address?.pathname !== `${BASE}/`) return null
  const queryClient = prerenderClient()
  const view = readView(address.searchParams)
  await Promise.all([
    queryClient.fetchQuery(deskQuery(call)),
    queryClient.fetchQuery(restaurantsQuery(call)),
    queryClient.fetchInfiniteQuery(queueQuery(call, view)),
  ])
  const answers = answersOf(queryClient)
  // No await from here on: `drawFor` sets global state, which another viewer's render must not overwrite.
  drawFor(viewer)
  const html = renderToStaticMarkup(
    <NavigationProvider navigation={links}>
      <QueryClientProvider client={queryClient}>
        <PrerenderedQueue call={call} view={view} />
      </QueryClientProvider>
    </NavigationProvider>,
  )
  queryClient.clear()
  return { answers, html: onlyToLookAt(html) }
}
