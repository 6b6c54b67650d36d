import { listSimilar } from '@podmoga/contract/desk/relations'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { findMessages, listCommon, queryOfTwo, termsOf } from '../search/index.sql.ts'
import { foldedWords } from '../search/query.ts'
import { glanceAnswer } from './relations.routes.ts'
import { findGlances, findOwner } from './relations.sql.ts'
import { findAlike, findOpening, type Weighed, weigh } from './similar.sql.ts'

const SHOWN = 5
/** Words that a ticket is compared by: more would only find what is alike in passing. */
const TELLING = 5
/** Shorter stems are the small change of every sentence. */
const SHORTEST = 3
/** What a word is worth that stands in so few messages that nobody has counted them. */
const LEAST_SHARE = 0.0002
/** More are not compared: the newest of them say what the older ones would. */
const COMPARED = 200

/** The stems that tell most of what it is about: the rarest, of those the longest. */
export const tellingOf = (stems: readonly Weighed[]): Weighed[] =>
  stems
    .filter(({ stem }) => stem.length >= SHORTEST)
    .toSorted((one, other) => one.share - other.share || other.stem.length - one.stem.length)
    .slice(0, TELLING)

const worthOf = ({ share }: Weighed): number => Math.log(1 / Math.max(share, LEAST_SHARE))

/** Tickets that begin in much the same words, the most alike first; the newer of two that are equally so. */
export const ticketSimilarRoute = (on: On, { sql }: Deps): void => {
  on(listSimilar, async ({ who, params }) => {
    const owner = await findOwner(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
    })
    if (owner === undefined) throw refuse('not_found')
    const [opening, common] = await Promise.all([findOpening(sql, owner.id), listCommon(sql)])
    const terms = new Map(
      (await termsOf(sql, [owner.business_id], opening)).map((term) => [term.begins, term]),
    )
    const telling = tellingOf(await weigh(sql, [...terms.keys()]))
    const query = queryOfTwo(telling.flatMap(({ stem }) => terms.get(stem) ?? []))
    if (query === null) return { results: [] }
    const message_ids = await findMessages(
      sql,
      { business_ids: [owner.business_id], common, query, by_customers: true },
      COMPARED,
    )
    const rows = await findAlike(sql, { business_id: owner.business_id, ticket_id: owner.id, message_ids })
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
