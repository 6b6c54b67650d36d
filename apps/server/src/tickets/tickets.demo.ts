import { migrationTicket } from './tickets.demo.migration.ts'
import { navruzTickets } from './tickets.demo.navruz.ts'
import { plovTickets } from './tickets.demo.plov.ts'
import { registanTickets } from './tickets.demo.registan.ts'
import type { DemoTicket } from './tickets.demo.talk.ts'

export type { DemoMessage, DemoTicket, DemoVoice } from './tickets.demo.talk.ts'

/**
 * The tickets of the demo business, in no particular order. `timur` and `colleague` occur in
 * restaurant 2 only: the one where both employees work.
 */
export const demoTickets: readonly DemoTicket[] = [
  migrationTicket,
  ...navruzTickets,
  ...plovTickets,
  ...registanTickets,
]
