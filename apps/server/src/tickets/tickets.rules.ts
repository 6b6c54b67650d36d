import { topicsOf } from '@podmoga/contract/choices'
import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Db } from '../db/sql.ts'
import { refuse, rowId } from '../http/refuse.ts'
import { findTicketState, type Reach, type TicketState } from './tickets.sql.ts'

/** The contract fixes these two words; the apps show their own. */
export const STATUS_READABLE: Record<TicketStatus, string> = {
  awaiting_response: 'Awaiting response',
  processed: 'Processed',
}

/** A ticket within reach. Refuses `not_found`: a foreign ticket and none at all are the same. */
export const ticketOf = async (
  db: Db,
  where: { reach: Reach; ticket_id: string; lock?: boolean },
): Promise<TicketState> => {
  const ticket = await findTicketState(db, {
    reach: where.reach,
    ticket_id: rowId(where.ticket_id),
    lock: where.lock ?? false,
  })
  if (ticket === undefined) throw refuse('not_found')
  return ticket
}

/** A ticket that still takes messages. Refuses `ticket_closed` when support has processed it. */
export const openTicketOf = async (
  db: Db,
  where: { reach: Reach; ticket_id: string; lock?: boolean },
): Promise<TicketState> => {
  const ticket = await ticketOf(db, where)
  if (ticket.status === 'processed') throw refuse('ticket_closed')
  return ticket
}

/** A ticket that support has processed. Refuses `ticket_open` when it has not. */
export const processedTicketOf = async (
  db: Db,
  where: { reach: Reach; ticket_id: string; lock?: boolean },
): Promise<TicketState> => {
  const ticket = await ticketOf(db, where)
  if (ticket.status !== 'processed') throw refuse('ticket_open')
  return ticket
}

/** A category without topics drops the one that came with it; the contract has checked all others. */
export const topicToKeep = (form: { category: string; topic: string }): string | null =>
  topicsOf(form.category).length === 0 ? null : form.topic

/** Ids that could be rows: a client may report anything as read. */
export const readableIds = (ids: readonly (string | number)[]): string[] => [
  ...new Set(ids.map(String).filter((id) => /^[1-9][0-9]{0,17}$/.test(id))),
]
