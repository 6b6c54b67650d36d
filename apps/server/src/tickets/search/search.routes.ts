import { searchTickets } from '@podmoga/contract/desk/search'
import { isStorable } from '@podmoga/contract/fields/fields'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { itemAnswer } from '../desk/queue.answers.ts'
import { findItemRows } from '../desk/queue.sql.ts'
import { iso } from '../tickets.answers.ts'
import { alikeTerms } from './alike.ts'
import { isFilling } from './fill.sql.ts'
import { findMessages, listCommon, type Narrowing, queryOfAll, type Term, termsOf } from './index.sql.ts'
import { piecesOf, readSought, type Sought } from './query.ts'
import { findNumbered, findPlaces, findSaid, type HitRow } from './search.sql.ts'

/** More messages are not looked through: whoever means an older one says more of it. */
const MOST_HITS = 300
const MOST_NAMED = 100

/** One hit of each ticket, in the order in which they came. */
const oneEach = (hits: readonly HitRow[]): HitRow[] =>
  [...new Map(hits.toReversed().map((hit) => [hit.ticket_id, hit])).values()].toReversed()

/** Where is looked: see `Narrowing`. */
type Within = Pick<Narrowing, 'business_ids' | 'common'>

/** `desk/search/`: what support has ever been told, within the businesses of the agent. Notes are not looked into. */
export const ticketSearchRoute = (on: On, { sql }: Deps): void => {
  /** The newest messages in which all the terms stand. */
  const findWorded = async (
    { business_ids, common }: Within,
    { from, restaurant, has_file }: Sought,
    terms: readonly Term[],
  ): Promise<HitRow[]> => {
    const { query, filter } = queryOfAll(terms, common)
    if (query === null && terms.length > 0) return []
    const narrowing = { business_ids, common, query, filter, from, restaurant, has_file }
    return findPlaces(sql, business_ids, await findMessages(sql, narrowing, MOST_HITS))
  }

  /** Tickets with this number, or of customers and restaurants with such a name. */
  const findNamed = async (
    { business_ids, common }: Within,
    { words, number }: Sought,
  ): Promise<HitRow[]> => {
    if (number !== null) return findNumbered(sql, business_ids, number)
    const named = { business_ids, common, query: null }
    const messages = await Promise.all([
      findMessages(sql, { ...named, from: words, by_customers: true }, MOST_NAMED),
      findMessages(sql, { ...named, restaurant: words }, MOST_NAMED),
    ])
    const hits = await findPlaces(sql, business_ids, messages.flat())
    return hits.map(({ ticket_id }) => ({ ticket_id, message_id: null }))
  }

  on(searchTickets, async ({ who, query }) => {
    if (!isStorable(query.q)) throw refuse('invalid', { fields: { q: 'В тексте есть недопустимые символы' } })
    const { business_ids } = who
    const sought = readSought(query.q)
    const isNarrow = sought.from !== null || sought.restaurant !== null || sought.has_file
    const is_partial = await isFilling(sql)
    const nothing = { results: [], total_pages: 0, total_items: 0, is_guess: false, is_partial }
    if (sought.words === '' && !isNarrow) return nothing

    const [typed, common] = await Promise.all([termsOf(sql, business_ids, sought.words), listCommon(sql)])
    const within = { business_ids, common }
    // Words that mean nothing find nothing by themselves.
    const isAnything = typed.length === 0 && sought.words !== ''
    const [named, exact] = await Promise.all([
      isNarrow || sought.words === '' ? [] : findNamed(within, sought),
      isAnything ? [] : findWorded(within, sought, typed),
    ])
    const isFound = named.length + exact.length > 0
    const alike = isFound ? [] : await alikeTerms(sql, business_ids, typed)
    const guessed = alike.length === 0 ? [] : await findWorded(within, sought, alike)
    const worded = isFound ? exact : guessed
    // A number that was typed is meant; a name may as well be a word.
    const hits = oneEach(sought.number === null ? [...worded, ...named] : [...named, ...worded])
    const from = (query.page - 1) * query.page_size
    const shown = hits.slice(from, from + query.page_size)
    const items = await findItemRows(
      sql,
      shown.map(({ ticket_id }) => ticket_id),
    )
    const rows = new Map(items.map((row) => [row.id, row]))
    const messages = shown.flatMap(({ message_id }) => message_id ?? [])
    const said = new Map((await findSaid(sql, messages)).map((row) => [row.id, row]))
    const stems = (isFound ? typed : alike).flatMap((term: Term) => term.stems)
    return {
      results: shown.flatMap(({ ticket_id, message_id }) => {
        const row = rows.get(ticket_id)
        if (row === undefined) return []
        const message = said.get(message_id ?? '')
        return [
          {
            ticket: itemAnswer(row),
            message:
              message === undefined
                ? null
                : {
                    id: message.id,
                    at: iso(message.at),
                    author_name: message.author_name,
                    pieces: piecesOf(message.text, stems),
                  },
          },
        ]
      }),
      total_pages: totalPages(hits.length, query.page_size),
      total_items: hits.length,
      is_guess: guessed.length > 0,
      is_partial,
    }
  })
}
