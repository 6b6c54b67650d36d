import { categoryName } from '@podmoga/contract/fields/choices'
import { isBlank } from '@podmoga/contract/fields/fields'
import { listOwnAlike, listPastAnswers } from '@podmoga/contract/tickets/alike'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { findTicket } from '../relations/relations.sql.ts'
import { rankAlike } from '../search/rank-alike.ts'
import { iso } from '../tickets.answers.ts'
import { listOpen } from './answers.sql.ts'
import { findPastAnswers } from './past-answers.ts'

/** Maximum open tickets of a restaurant that are compared, newest first. */
const COMPARED = 100
const SHOWN = 2
const FIRST_WORDS = 160

/** Tickets similar to the text being written, and answers that closed similar tickets. */
export const answersRoutes = (on: On, { sql }: Deps): void => {
  on(listOwnAlike, async ({ who, query }) => {
    if (isBlank(query.q)) return { results: [], sure: true }
    const open = await listOpen(sql, { restaurant_id: who.restaurant_id, limit: COMPARED })
    const { alike, sure } = rankAlike(
      query.q,
      open.map(({ id, first_words }) => ({ id: Number(id), text: first_words })),
      'own_ticket',
    )
    const ids = alike.slice(0, SHOWN).map(({ id }) => String(id))
    return {
      sure,
      results: ids
        .flatMap((id) => open.find((row) => row.id === id) ?? [])
        .map(({ id, number, category, created_at, first_words }) => ({
          id,
          number,
          category: categoryName(category),
          created_at: iso(created_at),
          first_words: first_words.slice(0, FIRST_WORDS),
        })),
    }
  })

  on(listPastAnswers, async ({ who, params }) => {
    const ticket = await findTicket(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
    })
    if (ticket === undefined) throw refuse('not_found')
    const { results, sure } = await findPastAnswers(sql, {
      business_id: ticket.business_id,
      ticket_id: ticket.id,
    })
    return { results, sure }
  })
}
