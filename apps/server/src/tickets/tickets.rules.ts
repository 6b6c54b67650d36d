import { topicKindOf } from '@podmoga/contract/fields/choices'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Db } from '@podmoga/sql/sql'
import { isRowId, refuse, rowId } from '../http/refuse.ts'
import type { TopicsOf } from '../ports/domains/topics-of.ts'
import {
  findSurvivor,
  findTicketState,
  isWrittenSince,
  type TicketScope,
  type TicketState,
} from './tickets.sql.ts'

/** The contract fixes these two words; the apps show their own. */
export const STATUS_READABLE: Record<TicketStatus, string> = {
  awaiting_response: 'Awaiting response',
  processed: 'Processed',
}

/** A ticket in scope, or the one it was merged into. Refuses `not_found` for a foreign ticket as for a missing one. */
export const ticketOf = async (
  db: Db,
  where: { scope: TicketScope; ticket_id: string; lock?: boolean },
): Promise<TicketState> => {
  const asked = rowId(where.ticket_id)
  for (;;) {
    const ticket = await findTicketState(db, {
      scope: where.scope,
      ticket_id: asked,
      lock: where.lock ?? false,
    })
    if (ticket === undefined) throw refuse('not_found')
    const { id, status } = ticket
    if (status === 'merged') continue
    // Unmerged while waiting for the lock: what was meant for one ticket is not for the other. Look again.
    if (id !== asked && where.lock === true && (await findSurvivor(db, asked)) !== id) continue
    return { id, status }
  }
}

/** A ticket that still takes messages. Refuses `ticket_closed` when support has processed it. */
export const openTicketOf = async (
  db: Db,
  where: { scope: TicketScope; ticket_id: string; lock?: boolean },
): Promise<TicketState> => {
  const ticket = await ticketOf(db, where)
  if (ticket.status === 'processed') throw refuse('ticket_closed')
  return ticket
}

/** A ticket that support has processed. Refuses `ticket_open` when it has not. */
export const processedTicketOf = async (
  db: Db,
  where: { scope: TicketScope; ticket_id: string; lock?: boolean },
): Promise<TicketState> => {
  const ticket = await ticketOf(db, where)
  if (ticket.status !== 'processed') throw refuse('ticket_open')
  return ticket
}

/** Refuses `unseen_message` if somebody else has written in the ticket after the message `seen`. */
export const nothingSince = async (
  db: Db,
  where: { ticket_id: string; seen: string; person_id: string },
): Promise<void> => {
  if (isRowId(where.seen) && (await isWrittenSince(db, where))) throw refuse('unseen_message')
}

/**
 * The topic to store, with the business's name for it. A category without topics drops the given one; a topic that the
 * business does not offer is refused as `invalid`.
 */
export const topicToKeep = async (
  topicsOf: TopicsOf,
  { business_id, category, topic }: { business_id: string; category: string; topic: string },
): Promise<{ topic: string | null; topic_name: string | null }> => {
  const kind = topicKindOf(category)
  if (kind === null) return { topic: null, topic_name: null }
  const chosen = (await topicsOf(business_id, kind)).find(({ key }) => key === topic)
  if (chosen === undefined) throw refuse('invalid', { fields: { topic: FIELD.required } })
  return { topic, topic_name: chosen.name }
}

/** Ids that could be rows: a client may report anything as read. */
export const readableIds = (ids: readonly (string | number)[]): string[] => [
  ...new Set(ids.map(String).filter(isRowId)),
]
