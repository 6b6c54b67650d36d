import { lazyPage } from '@podmoga/ui/lib/lazy-page'

const load = () => import('./ticket-parts.ts')

export const TicketPane = lazyPage(() => load().then((module) => module.TicketPane))
export const CustomerCard = lazyPage(() => load().then((module) => module.CustomerCard))

/** Preloads the code of an open ticket, so that it renders without suspending. */
export const loadTicket = (): Promise<unknown> => Promise.all([TicketPane.preload(), CustomerCard.preload()])
