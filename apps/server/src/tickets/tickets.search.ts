import { searchTickets } from '@podmoga/contract/desk/search'
import { isStorable } from '@podmoga/contract/fields'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { iso } from './tickets.answers.ts'
import { itemAnswer } from './tickets.queue.answers.ts'
import { findItemRows } from './tickets.queue.sql.ts'
import { ALIKE, findMessageHits, findNamedHits, type HitRow, stemsOf } from './tickets.search.sql.ts'
import { piecesOf, readSought } from './tickets.search.words.ts'

/** Fewer letters than this have no trigrams to be alike by. */
const LEAST_ALIKE = 4

/** One hit of each ticket, in the order in which they came. */
const oneEach = (hits: readonly HitRow[]): HitRow[] =>
  [...new Map(hits.toReversed().map((hit) => [hit.ticket_id, hit])).values()].toReversed()

/** `desk/search/`: what support has ever been told, within the businesses of the agent. Notes are not looked into. */
export const ticketSearchRoute = (on: On, { sql }: Deps): void => {
  on(searchTickets, async ({ who, query }) => {
    if (!isStorable(query.q)) throw refuse('invalid', { fields: { q: 'В тексте есть недопустимые символы' } })
    const { business_ids } = who
    const sought = readSought(query.q)
    const isNarrow = sought.from !== null || sought.restaurant !== null || sought.has_file
    const nothing = { results: [], total_pages: 0, total_items: 0, is_guess: false }
    if (sought.words === '' && !isNarrow) return nothing

    const { query: stemmed, stems } = await stemsOf(sql, sought.words)
    const named = isNarrow || sought.words === '' ? [] : await findNamedHits(sql, business_ids, sought)
    // Words that stand everywhere find nothing by themselves.
    const isAnything = stemmed === null && sought.words !== ''
    const worded = isAnything ? [] : await findMessageHits(sql, business_ids, sought, stemmed)
    const is_guess = named.length + worded.length === 0 && sought.words.length >= LEAST_ALIKE
    const hits = oneEach([
      // A number that was typed is meant; a name may as well be a word.
      ...(sought.number === null ? [] : named),
      ...(is_guess ? await findMessageHits(sql, business_ids, sought, ALIKE) : worded),
      ...(sought.number === null ? named : []),
    ])
    const from = (query.page - 1) * query.page_size
    const shown = hits.slice(from, from + query.page_size)
    const rows = new Map(
      (
        await findItemRows(
          sql,
          shown.map(({ ticket_id }) => ticket_id),
        )
      ).map((row) => [row.id, row]),
    )
    return {
      results: shown.flatMap(({ ticket_id, message_id, text, at, author_name }) => {
        const row = rows.get(ticket_id)
        if (row === undefined) return []
        const message =
          message_id === null || text === null || at === null
            ? null
            : { id: message_id, at: iso(at), author_name, pieces: piecesOf(text, stems) }
        return [{ ticket: itemAnswer(row), message }]
      }),
      total_pages: totalPages(hits.length, query.page_size),
      total_items: hits.length,
      is_guess,
    }
  })
}
