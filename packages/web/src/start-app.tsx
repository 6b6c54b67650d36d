import { setServerCheck } from '@podmoga/ui/lib/lazy-part'
import { keepPageAtDrop } from '@podmoga/ui/root/keep-page'
import { mountApp, pageRoot } from '@podmoga/ui/root/mount-app'
import { applyTheme, followTheme } from '@podmoga/ui/theme/theme'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checkConnectivity } from './connectivity.ts'
import { watchFieldBefore } from './field-before.ts'

/**
 * Prepares the page for an app: applies the theme, and watches the prerendered field for typed text. Returns a function that
 * renders the app over the page.
 */
export const prepareApp = (client: QueryClient, app: ReactNode): (() => void) => {
  applyTheme()
  // On every page, not only with the theme menu open: a phone may switch to dark in the evening.
  followTheme()
  keepPageAtDrop()
  setServerCheck(checkConnectivity)
  const root = pageRoot()
  watchFieldBefore(root)
  return () => mountApp(root, <QueryClientProvider client={client}>{app}</QueryClientProvider>)
}
