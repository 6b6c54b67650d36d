import type { TicketStatus } from '@podmoga/contract/tickets'
import type { Sql } from '@podmoga/sql/sql'
import { listCommon, termsOf } from './index.sql.ts'
import { piecesOf, readNumber, type Sought } from './query.ts'
import { findNumbered, findTexts, listOfStatus } from './search.sql.ts'
import { findMeant, findOtherNames, findWorded, NOTHING, oneEach } from './worded.ts'

export interface OwnFound {
  /** All that were found, best first. */
  ids: string[]
  /** Excerpts around the hits, by ticket. */
  wordsOf: (ticket_ids: readonly string[]) => Promise<Map<string, string>>
}

/**
 * Searches a restaurant's own tickets of one status by number and by words of their messages: the desk's index, with word
 * forms and typos, limited to the restaurant. Notes, names of people and other restaurants are not searched.
 */
export const searchOwn = async (
  sql: Sql,
  where: { business_id: string; restaurant_id: string; status: TicketStatus; search: string },
): Promise<OwnFound> => {
  const { status, restaurant_id } = where
  const words = where.search.normalize('NFC').replace(/\s+/g, ' ').trim()
  const number = readNumber(words)
  const of = { status }
  const sought: Sought = { words, from: null, restaurant: null, has_file: false, of, number }
  const business_ids = [where.business_id]
  const [typed, common] = await Promise.all([termsOf(sql, business_ids, words), listCommon(sql)])
  const within = { business_ids, restaurant_id, common }
  const [named, exact] = await Promise.all([
    number === null ? [] : findNumbered(sql, within, number),
    typed.length === 0 ? [] : findWorded(sql, within, sought, typed),
  ])
  const isFound = named.length + exact.length > 0
  const beside = isFound ? await findOtherNames(sql, within, sought, exact) : NOTHING
  const guessed = isFound || typed.length === 0 ? NOTHING : await findMeant(sql, within, sought, typed)
  const hits = oneEach([...named, ...(isFound ? [...exact, ...beside.hits] : guessed.hits)])
  const open = new Set(
    await listOfStatus(sql, { restaurant_id, status, ids: hits.map((hit) => hit.ticket_id) }),
  )
  const kept = hits.filter(({ ticket_id }) => open.has(ticket_id))
  const stems = (isFound ? [...typed, ...beside.terms] : guessed.terms).flatMap((term) => term.stems)
  return {
    ids: kept.map(({ ticket_id }) => ticket_id),
    wordsOf: async (ticket_ids) => {
      const shown = kept.filter((hit) => ticket_ids.includes(hit.ticket_id))
      const texts = await findTexts(
        sql,
        shown.flatMap(({ message_id }) => message_id ?? []),
      )
      const textOf = new Map(texts.map(({ id, text }) => [id, text]))
      return new Map(
        shown.flatMap(({ ticket_id, message_id }) => {
          const text = textOf.get(message_id ?? '')
          return text === undefined
            ? []
            : [
                [
                  ticket_id,
                  piecesOf(text, stems)
                    .map((piece) => piece.text)
                    .join(''),
                ],
              ]
        }),
      )
    },
  }
}
