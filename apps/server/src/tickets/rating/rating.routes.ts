import { rateTicket } from '@podmoga/contract/tickets'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { writeLog } from '../desk/work.sql.ts'
import { addEvent } from '../live/events.sql.ts'
import { processedTicketOf } from '../tickets.rules.ts'
import { findRating, writeRating } from './rating.sql.ts'

const READABLE = { good: 'Помогли', bad: 'Не помогли', skipped: null } as const

/** Rates support, once per ticket, by the first person of the restaurant who does; that person may add a comment, once. */
export const ratingRoute = (on: On, { sql, clock }: Deps): void => {
  on(rateTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const { restaurant_id, person_id } = who
      const where = { scope: { restaurant_id }, ticket_id: params.ticketId, lock: true }
      const { id } = await processedTicketOf(tx, where)
      const before = await findRating(tx, id)
      const mayAddWord =
        before?.person_id === person_id &&
        before.word === null &&
        body.word !== undefined &&
        (body.score === undefined || body.score === before.score)
      if (before !== undefined && !mayAddWord) throw refuse('already_rated')
      const score = before?.score ?? body.score
      if (score === undefined) throw refuse('invalid', { fields: { score: 'Скажите, помогли ли вам' } })
      const rating = { score, word: body.word ?? null }
      const at = clock.now()
      await writeRating(tx, { ticket_id: id, person_id, at, ...rating })
      if (score !== 'skipped')
        await writeLog(tx, {
          ticket_id: id,
          at,
          person_id,
          act: 'rated',
          after: READABLE[score],
          word: rating.word,
        })
      // Rules react to this event.
      addEvent(tx, { kind: 'ticket', ticket_id: id, now: at, desk_only: true })
      return { rating }
    }),
  )
}
