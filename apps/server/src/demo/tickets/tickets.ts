import { migrationTicket } from './migration.ts'
import { navruzTickets } from './navruz.ts'
import { plovTickets } from './plov.ts'
import { registanTickets } from './registan.ts'
import type { DemoTicket } from './talk.ts'

export type { DemoMessage, DemoTicket, DemoVoice } from './talk.ts'

/**
 * The tickets of the demo business, in no particular order. `timur` and `colleague` appear only in restaurant 2, where both
 * employees work.
 */
export const demoTickets: readonly DemoTicket[] = [
  migrationTicket,
  ...navruzTickets,
  ...plovTickets,
  ...registanTickets,
]
