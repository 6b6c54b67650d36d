import type { HomeToDraw } from '@podmoga/contract/home'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { paths } from './app/paths.ts'
import { type Place, PlaceProvider } from './app/place.tsx'
import { HelpHomePage } from './knowledge/help-home.page.tsx'
import { faqQuery, sectionsQuery } from './knowledge/knowledge.api.ts'

// The app draws its own over it: whoever walks by keyboard would lose their place with the element they stand on.
const outOfTabOrder = (html: string): string => html.replaceAll(/<(a|input) /g, '<$1 tabindex="-1" ')

/**
 * The help home as HTML, drawn by the server: it is read, and its links open at a touch, before the app has come. The
 * app then draws the same over it. Cards that need a script to open are left out.
 */
export const drawHome = ({ restaurant_id, faq, sections, support_email }: HomeToDraw): string => {
  const place: Place = {
    restaurantId: restaurant_id,
    person: '',
    call: () => Promise.reject(new Error('the home is drawn from what it is given')),
  }
  const queryClient = new QueryClient()
  queryClient.setQueryData(faqQuery(place).queryKey, faq)
  queryClient.setQueryData(sectionsQuery(place).queryKey, sections)
  return outOfTabOrder(
    renderToStaticMarkup(
      <StaticRouter location={paths.home(restaurant_id)}>
        <QueryClientProvider client={queryClient}>
          <PlaceProvider value={place}>
            <HelpHomePage supportEmail={support_email} topics={[]} />
          </PlaceProvider>
        </QueryClientProvider>
      </StaticRouter>,
    ),
  )
}
