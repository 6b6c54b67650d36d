import { listSimilar } from '@podmoga/contract/desk/relations'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { findGlances, findOwner } from './tickets.relations.sql.ts'
import { glanceAnswer } from './tickets.relations.ts'
import { stemsOf } from './tickets.search.sql.ts'
import { foldedWords } from './tickets.search.words.ts'
import { findAlike, findOpening, type Weighed, weigh } from './tickets.similar.sql.ts'

const SHOWN = 5
/** Words that a ticket is compared by: more would only find what is alike in passing. */
const TELLING = 5
/** Shorter stems are the small change of every sentence. */
const SHORTEST = 3
/** What a word is worth that stands in so few messages that nobody has counted them. */
const LEAST_SHARE = 0.0002
const LONG = 4

/** The stems that tell most of what it is about: the rarest, of those the longest. */
export const tellingOf = (stems: readonly Weighed[]): Weighed[] =>
  stems
    .filter(({ stem }) => stem.length >= SHORTEST)
    .toSorted((one, other) => one.share - other.share || other.stem.length - one.stem.length)
    .slice(0, TELLING)

const term = (stem: string): string => `'${stem}'${stem.length >= LONG ? ':*' : ''}`

/** Any two of these words; of one word, that one. Null for none. */
export const queryOf = (stems: readonly string[]): string | null => {
  const [first, ...others] = stems
  if (first === undefined) return null
  if (others.length === 0) return term(first)
  const pairs = stems.slice(0, -1).map((stem, at) => {
    const rest = stems.slice(at + 1).map(term)
    return `(${term(stem)} & (${rest.join(' | ')}))`
  })
  return pairs.join(' | ')
}

const worthOf = ({ share }: Weighed): number => Math.log(1 / Math.max(share, LEAST_SHARE))

/** Tickets that begin in much the same words, the most alike first; the newer of two that are equally so. */
export const ticketSimilarRoute = (on: On, { sql }: Deps): void => {
  on(listSimilar, async ({ who, params }) => {
    const owner = await findOwner(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
    })
    if (owner === undefined) throw refuse('not_found')
    const { stems } = await stemsOf(sql, await findOpening(sql, owner.id))
    const telling = tellingOf(await weigh(sql, [...new Set(stems)]))
    const query = queryOf(telling.map(({ stem }) => stem))
    if (query === null) return { results: [] }
    const rows = await findAlike(sql, { business_id: owner.business_id, ticket_id: owner.id, query })
    const scores = new Map<string, number>()
    for (const { ticket_id, text } of rows) {
      const words = foldedWords(text)
      const score = telling
        .filter(({ stem }) => words.some((word) => word.startsWith(stem)))
        .reduce((sum, stem) => sum + worthOf(stem), 0)
      scores.set(ticket_id, Math.max(score, scores.get(ticket_id) ?? 0))
    }
    const ids = [...scores]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, SHOWN)
      .map(([id]) => id)
    const found = new Map((await findGlances(sql, ids)).map((row) => [row.id, row]))
    return {
      results: ids.flatMap((id) => {
        const row = found.get(id)
        return row === undefined ? [] : [glanceAnswer(row)]
      }),
    }
  })
}
