import * as calls from '@podmoga/contract/operator'
import type { Db } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import {
  findTicketByNumber,
  listBusinessRows,
  listNewest,
  listPeopleIds,
  lockTerms,
  remainingFor,
  updateTerms,
} from './operator.sql.ts'

const PAGE = 50
const MESSAGES = 200
const READS_PER_HOUR = 30

/** Throws `limit_reached` if the business's plan does not allow `count` more. */
export const refuseOverTerms = async (
  db: Db,
  asked: { business_id: string; what: 'people' | 'restaurants' },
  count = 1,
): Promise<void> => {
  const remaining = await remainingFor(db, asked)
  if (remaining !== null && remaining < count) throw refuse('limit_reached')
}

/**
 * For operators of the installation: the businesses and their plans. Operators may not read what people write, except
 * for a ticket with a stated reason.
 */
export const operatorRoutes = (on: On, { sql, clock, rates }: Deps): void => {
  on(calls.listBusinesses, async ({ query }) => {
    const after = query.after === undefined ? null : rowId(query.after)
    const rows = await listBusinessRows(sql, { after, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    return {
      results: page.map((row) => ({ ...row, paid_until: row.paid_until?.toISOString() ?? null })),
      next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    }
  })

  on(calls.changeBusiness, async ({ who, params, body, request }) => {
    const id = rowId(params.businessId)
    await sql.begin(async (tx) => {
      const before = await lockTerms(tx, id)
      if (before === undefined) throw refuse('not_found')
      const paid_until = body.paid_until === null ? null : new Date(body.paid_until)
      await updateTerms(tx, { ...body, id, paid_until })
      await writeAudit(tx, {
        at: clock.now(),
        event: 'operator_changed_business',
        person_id: who.person_id,
        session_id: who.session_id,
        // Recorded in the business's own journal, so that its admin sees it.
        business_id: id,
        ip: request.ip,
        request_id: request.id,
        before: { ...before, paid_until: before.paid_until?.toISOString() ?? null },
        after: body,
      })
    })
    for (const person_id of await listPeopleIds(sql, id)) noteRevoked(person_id)
    return { ok: true }
  })

  on(calls.readTicketAsOperator, async ({ who, params, body, request }) => {
    await rates.take('operator_read', who.person_id, READS_PER_HOUR, 3600)
    const business_id = rowId(params.businessId)
    const { number, reason } = body
    const ticket = await findTicketByNumber(sql, { business_id, number })
    if (ticket === undefined) throw refuse('not_found')
    // Recorded before any of it is read.
    await writeAudit(sql, {
      at: clock.now(),
      event: 'operator_read_ticket',
      person_id: who.person_id,
      session_id: who.session_id,
      business_id,
      ip: request.ip,
      request_id: request.id,
      subject: `ticket ${ticket.id}`,
      after: { number, reason: reason.trim() },
    })
    const messages = await listNewest(sql, { ticket_id: ticket.id, limit: MESSAGES })
    return {
      number,
      status: ticket.status,
      restaurant: ticket.restaurant,
      messages: messages.map((message) => ({ ...message, created_at: message.created_at.toISOString() })),
    }
  })
}
