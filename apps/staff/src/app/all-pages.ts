import { loadArticlePage, loadHomePage, loadSectionPage } from '../knowledge/load-pages.ts'
import {
  loadNewTicketPage,
  loadOutgoingTickets,
  loadShiftPage,
  loadTicketListPage,
  loadTicketPage,
} from '../tickets/load-pages.ts'

/** What sees to what was not sent. */
export const loadUnsent = () => import('./unsent.ts')

/** The code of every place that a thumb may lead to, the likeliest first: fetched ahead. */
export const PAGES: readonly (() => Promise<unknown>)[] = [
  () => import('./shell/side-menu.tsx'),
  () => import('@podmoga/web/history-overlays'),
  () => import('@podmoga/web/outbox/runner'),
  loadUnsent,
  () => import('@podmoga/ui/picker/picker-overlay'),
  loadTicketListPage,
  loadOutgoingTickets,
  loadTicketPage,
  loadHomePage,
  () => import('./new-ticket.layout.tsx'),
  loadNewTicketPage,
  loadSectionPage,
  loadArticlePage,
  loadShiftPage,
  () => import('@podmoga/ui/menu/menu-overlay'),
  () => import('@podmoga/ui/popover/popover-overlay'),
  () => import('@podmoga/ui/lightbox/lightbox'),
  () => import('../profile/profile.page.tsx'),
  () => import('../profile/modal.layout.tsx'),
]
