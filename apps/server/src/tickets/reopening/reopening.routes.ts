import * as calls from '@podmoga/contract/tickets/reopening'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { settingsOver } from '../../http/settings.ts'
import { markOpen } from '../desk/desk.sql.ts'
import { writeLog } from '../desk/work.sql.ts'
import { addEvent } from '../live/events.sql.ts'
import { iso, ticketAnswer } from '../tickets.answers.ts'
import { processedTicketOf, ticketOf } from '../tickets.rules.ts'
import { findTicketRow } from '../tickets.sql.ts'
import { addMessage } from '../tickets.write.sql.ts'
import { addReopening, findClosing } from './reopening.sql.ts'

const DAY_MS = 24 * 3_600_000

/** «Не решено»: reopens a processed ticket with a message, although processed tickets take no replies. */
export const reopeningRoutes = (on: On, deps: Deps): void => {
  const { sql, config, settings, clock, rates } = deps

  const whereOf = (who: Staff, ticketId: string) => ({
    scope: { restaurant_id: who.restaurant_id },
    ticket_id: ticketId,
  })
  /** How a processed ticket was closed, and until when it may be reopened; `isLate`: no longer, or not at all. */
  const closingOf = async (db: Db, { business_id }: Staff, id: string) => {
    const closing = await findClosing(db, id)
    const days = settingsOver(config, settings.keptOf(business_id)).reopen_days
    const until = new Date(closing.closed_at.getTime() + days * DAY_MS)
    return { ...closing, until, isLate: days === 0 || until <= clock.now() }
  }

  on(calls.getReopening, async ({ who, params }) => {
    const { id, status } = await ticketOf(sql, whereOf(who, params.ticketId))
    if (status !== 'processed') return { until: null }
    const { until, isLate } = await closingOf(sql, who, id)
    return { until: isLate ? null : iso(until) }
  })

  on(calls.reopenOwnTicket, ({ who, params, form, once }) => {
    const { person_id, restaurant_id, business_id } = who
    const where = whereOf(who, params.ticketId)
    const inTime = async (db: Db, id: string) => {
      const closing = await closingOf(db, who, id)
      if (closing.isLate) throw refuse('too_late')
      return closing
    }
    return once({
      // Before its files are stored.
      before: async () => {
        await inTime(sql, (await processedTicketOf(sql, where)).id)
        await rates.take('replies', person_id, settings.configOf(business_id).REPLIES_PER_MINUTE, 60)
      },
      work: async (tx, stored) => {
        const { id } = await processedTicketOf(tx, { ...where, lock: true })
        const { number, closed_at, closed_by } = await inTime(tx, id)
        const now = clock.now()
        // First, for the usual lock order: the counters before the business's event lock.
        await markOpen(tx, id, now)
        const message = { author_id: person_id, from_support: false, text: form.text, mark: calls.UNSOLVED }
        await addMessage(tx, { ticket_id: id, ...message, now }, stored)
        await addReopening(tx, { ticket_id: id, person_id, closed_at, closed_by, now })
        await writeLog(tx, { ticket_id: id, at: now, person_id, act: 'reopened', after: calls.UNSOLVED })
        const data = { ticket_id: id, number, closed_by }
        addEvent(tx, { kind: 'unsolved', data, ticket_id: id, now, desk_only: true })
        const row = await findTicketRow(tx, { restaurant_id, ticket_id: id })
        if (row === undefined) throw refuse('not_found')
        return ticketAnswer(row)
      },
    })
  })
}
