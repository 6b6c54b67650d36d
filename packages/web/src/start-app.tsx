import { tellLazyParts } from '@podmoga/ui/lib/lazy-part'
import { drawOver, pageRoot } from '@podmoga/ui/root/draw-over'
import { applyTheme, followTheme } from '@podmoga/ui/theme/theme'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checkConnectivity } from './connectivity.ts'
import { watchFieldBefore } from './field-before.ts'

/**
 * Prepares the page for an app: its theme is painted, and what is typed into the page's own field is kept for the app.
 * Answers what draws the app over the page.
 */
export const prepareApp = (client: QueryClient, app: ReactNode): (() => void) => {
  applyTheme()
  // Whatever stands on the page: a phone turns dark in the evening, with no menu open.
  followTheme()
  tellLazyParts(checkConnectivity)
  const root = pageRoot()
  watchFieldBefore(root)
  return () => drawOver(root, <QueryClientProvider client={client}>{app}</QueryClientProvider>)
}
