import { lazyPage } from '@podmoga/ui/lib/lazy-page'

const load = () => import('./ticket-parts.ts')

export const TicketPane = lazyPage(() => load().then((module) => module.TicketPane))
export const CustomerCard = lazyPage(() => load().then((module) => module.CustomerCard))

/** Fetches the code of an open ticket; from then on it is drawn without a moment of waiting. */
export const loadTicket = (): Promise<unknown> => Promise.all([TicketPane.preload(), CustomerCard.preload()])
