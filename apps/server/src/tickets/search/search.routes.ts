import { searchTickets } from '@podmoga/contract/desk/search'
import { isStorable } from '@podmoga/contract/fields/fields'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { itemAnswer } from '../desk/queue.answers.ts'
import { findItemRows } from '../desk/queue.sql.ts'
import { iso } from '../tickets.answers.ts'
import { isFilling } from './fill.sql.ts'
import { findMessages, listCommon, type Term, termsOf } from './index.sql.ts'
import { piecesOf, readSought, type Sought } from './query.ts'
import { findHits, findNumbered, findSuch, findTexts, type HitRow } from './search.sql.ts'
import { findMeant, findOtherNames, findWorded, MOST_HITS, NOTHING, oneEach, type Within } from './worded.ts'

const MOST_NAMED = 100

/** `desk/search/`: searches all messages within the agent's businesses. Notes are not searched. */
export const ticketSearchRoute = (on: On, { sql, clock }: Deps): void => {
  /** Tickets with this number, or of customers and restaurants with such a name. */
  const findNamed = async (
    { business_ids, common }: Within,
    { words, number }: Sought,
  ): Promise<HitRow[]> => {
    if (number !== null) return findNumbered(sql, { business_ids }, number)
    const named = { business_ids, common, query: null }
    const messages = await Promise.all([
      findMessages(sql, { ...named, from: words, by_customers: true }, MOST_NAMED),
      findMessages(sql, { ...named, restaurant: words }, MOST_NAMED),
    ])
    const hits = await findHits(sql, { business_ids }, messages.flat())
    return hits.map(({ ticket_id }) => ({ ticket_id, message_id: null }))
  }

  on(searchTickets, async ({ who, query }) => {
    if (!isStorable(query.q)) throw refuse('invalid', { fields: { q: 'В тексте есть недопустимые символы' } })
    const { business_ids } = who
    const sought = readSought(query.q, clock.now())
    const isOfMessages = sought.from !== null || sought.restaurant !== null || sought.has_file
    const isNarrow = isOfMessages || sought.of !== null
    const is_partial = await isFilling(sql)
    const nothing = { results: [], total_pages: 0, total_items: 0, is_guess: false, is_partial }
    if (sought.words === '' && !isNarrow) return nothing

    const [typed, common] = await Promise.all([termsOf(sql, business_ids, sought.words), listCommon(sql)])
    const within = { business_ids, common }
    // With ticket filters alone no messages need to be searched.
    const isOfTickets = sought.of !== null && !isOfMessages && sought.words === ''
    // Stop words alone find nothing.
    const isAnything = typed.length === 0 && sought.words !== ''
    const [named, exact] = await Promise.all([
      isNarrow || sought.words === '' ? [] : findNamed(within, sought),
      isAnything
        ? []
        : isOfTickets
          ? findSuch(sql, business_ids, sought.of ?? {}, MOST_HITS)
          : findWorded(sql, within, sought, typed),
    ])
    const isFound = named.length + exact.length > 0
    const beside = isFound ? await findOtherNames(sql, within, sought, exact) : NOTHING
    const guessed = isFound ? NOTHING : await findMeant(sql, within, sought, typed)
    const worded = isFound ? [...exact, ...beside.hits] : guessed.hits
    // A typed number is surely meant; a name may also be an ordinary word.
    const hits = oneEach(sought.number === null ? [...worded, ...named] : [...named, ...worded])
    const from = (query.page - 1) * query.page_size
    const shown = hits.slice(from, from + query.page_size)
    const items = await findItemRows(
      sql,
      shown.map(({ ticket_id }) => ticket_id),
    )
    const rows = new Map(items.map((row) => [row.id, row]))
    const messages = shown.flatMap(({ message_id }) => message_id ?? [])
    const texts = new Map((await findTexts(sql, messages)).map((row) => [row.id, row]))
    const stems = (isFound ? [...typed, ...beside.terms] : guessed.terms).flatMap((term: Term) => term.stems)
    return {
      results: shown.flatMap(({ ticket_id, message_id }) => {
        const row = rows.get(ticket_id)
        if (row === undefined) return []
        const message = texts.get(message_id ?? '')
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
      is_guess: guessed.hits.length > 0,
      is_partial,
    }
  })
}
