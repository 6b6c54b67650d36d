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

/** What a screen of the desk is drawn from. */
export interface ScreenToPrerender {
  /** Its address, with the query. */
  path: string
  viewer: Viewer
  /** Asks for the agent who is looking. */
  call: Call
}

const BASE = '/desk'
const links = { navigate: () => {}, hrefOf: (path: string) => BASE + path }

/**
 * The queue as HTML, drawn by the server with the desk's own components, and the answers it is drawn from. The app then
 * draws the same over it. Null for any other address; rejects when an answer is refused.
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
  // From here on nothing is waited for: no other viewer comes between.
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
