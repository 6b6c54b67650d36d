import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '../lib/scope.tsx'
import { fetchTickets } from '../tickets/fetch-tickets.ts'
import { loadOffline } from './features.ts'
import { loadSideMenu } from './shell/load-side-menu.tsx'

/**
 * Prefetches for offline use what was never opened on this device: the data that each feature lists and the newest tickets.
 * Returns a function that stops it, and loaders for the code of every page, the likeliest first.
 */
export const fetchRest = async (scope: Scope, queryClient: QueryClient) => {
  const parts = await loadOffline()
  const answers = parts.flatMap(({ answers: own }) => own?.(scope, queryClient) ?? [])
  const pages: (() => Promise<unknown>)[] = [
    loadSideMenu,
    () => import('@podmoga/web/history-overlays'),
    () => import('@podmoga/web/outbox/runner'),
    () => import('./unsent.ts'),
    () => import('@podmoga/ui/picker/picker-overlay'),
    () => import('./new-ticket.layout.tsx'),
    () => import('@podmoga/ui/menu/menu-overlay'),
    () => import('@podmoga/ui/popover/popover-overlay'),
    () => import('@podmoga/ui/lightbox/lightbox'),
    ...parts.flatMap((part) => part.pages ?? []),
  ]
  return { stop: fetchTickets(scope, queryClient, answers), pages }
}
