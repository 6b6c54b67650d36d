import type { Call } from '@podmoga/contract/client'
import type { Screen, Viewer } from '@podmoga/contract/screen'
import { ArticleDrawing } from '@podmoga/ui/article-body/article-body'
import { drawArticle } from '@podmoga/ui/article-body/draw-article'
import { drawFor } from '@podmoga/ui/lib/viewer'
import { answersOf, onlyToLookAt, prerenderClient } from '@podmoga/web/prerendering'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter, useRoutes } from 'react-router'
import { type Scope, ScopeProvider } from './lib/scope.tsx'
import { type PrerenderedScreen, type Scene, screenAt } from './screens.tsx'

/** Input for prerendering a screen of the staff app. */
export interface ScreenToPrerender {
  /** Its path in the app, with the query string. */
  path: string
  restaurant_id: string
  /** If empty, there is no card for it. */
  support_email: string
  viewer: Viewer
  /** Makes calls in the viewer's name. */
  call: Call
}

const Drawn = ({ screen, scene }: { screen: PrerenderedScreen; scene: Scene }) =>
  useRoutes([screen.route(scene)])

/**
 * A screen rendered to HTML by the server with the app's own components, and the answers it was rendered from: it can be read and
 * its links used before the app has loaded. The app then renders the same over it. Null for a path without a prerendered screen;
 * rejects if a call is refused.
 */
export const prerenderScreen = async (given: ScreenToPrerender): Promise<Screen | null> => {
  const { restaurant_id, support_email: supportEmail, viewer, call } = given
  const address = URL.parse(given.path, 'http://page')
  if (address === null) return null
  const found = screenAt(address.pathname)
  if (found === null || found.params.restaurantId !== restaurant_id) return null
  const { screen, params } = found
  const scope: Scope = { restaurantId: restaurant_id, person: '', call }
  const queryClient = prerenderClient()
  const scene: Scene = { scope, queryClient, params, search: address.searchParams, supportEmail }
  const elsewhere = await screen.load(scene)
  const location = typeof elsewhere === 'string' ? elsewhere : address.pathname + address.search
  const answers = answersOf(queryClient)
  // Synchronous from here on, so that no other request's viewer interferes.
  drawFor(viewer)
  const html = renderToStaticMarkup(
    <StaticRouter location={location}>
      <QueryClientProvider client={queryClient}>
        <ScopeProvider value={scope}>
          <ArticleDrawing value={drawArticle}>
            <Drawn screen={screen} scene={scene} />
          </ArticleDrawing>
        </ScopeProvider>
      </QueryClientProvider>
    </StaticRouter>,
  )
  queryClient.clear()
  return { answers, html: onlyToLookAt(html) }
}
