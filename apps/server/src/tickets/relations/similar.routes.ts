import { listSimilar } from '@podmoga/contract/desk/relations'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { findMessages, listCommon, queryOfTwo, termsOf } from '../search/index.sql.ts'
import { rankAlike } from '../search/rank-alike.ts'
import { glanceAnswer } from './relations.routes.ts'
import { findGlances, findTicket } from './relations.sql.ts'
import { findAlike, findOpening, type Weighed, weigh } from './similar.sql.ts'

const SHOWN = 5
/** Words that a ticket is compared by: more would only find accidental similarity. */
const WORDS_COMPARED = 5
/** Shorter stems occur in every sentence. */
const SHORTEST = 3
/** Maximum messages from the index, and newest messages in addition, which show which words are common. */
const COMPARED = 100
const NEWEST = 100

/** The most distinctive stems: the rarest, then the longest. */
export const mostDistinctive = (stems: readonly Weighed[]): Weighed[] =>
  stems
    .filter(({ stem }) => stem.length >= SHORTEST)
    .toSorted((one, other) => one.share - other.share || other.stem.length - one.stem.length)
    .slice(0, WORDS_COMPARED)

/** Tickets that begin with similar words or mean the same, most similar first. */
export const ticketSimilarRoute = (on: On, { sql }: Deps): void => {
  on(listSimilar, async ({ who, params }) => {
    const ticket = await findTicket(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
    })
    if (ticket === undefined) throw refuse('not_found')
    const { id: ticket_id, business_id } = ticket
    const [opening, common] = await Promise.all([findOpening(sql, ticket_id), listCommon(sql)])
    const terms = new Map((await termsOf(sql, [business_id], opening)).map((term) => [term.begins, term]))
    const distinctive = mostDistinctive(await weigh(sql, [...terms.keys()]))
    const query = queryOfTwo(distinctive.flatMap(({ stem }) => terms.get(stem) ?? []))
    const narrowing = { business_ids: [business_id], common, by_customers: true }
    const [matching, newest] = await Promise.all([
      query === null ? [] : findMessages(sql, { ...narrowing, query }, COMPARED),
      findMessages(sql, { ...narrowing, query: null }, NEWEST),
    ])
    const rows = await findAlike(sql, { business_id, ticket_id, message_ids: [...matching, ...newest] })
    const { alike, sure } = rankAlike(
      opening,
      rows.map(({ id, text }) => ({ id: Number(id), text })),
      'ticket',
    )
    const ids = alike.slice(0, SHOWN).map(({ id }) => String(id))
    const found = new Map((await findGlances(sql, ids)).map((row) => [row.id, row]))
    return {
      results: ids.flatMap((id) => {
        const row = found.get(id)
        return row === undefined ? [] : [glanceAnswer(row)]
      }),
      sure,
    }
  })
}
