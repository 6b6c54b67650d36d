import { asEnglishKeys, asRussianKeys } from '@podmoga/search/layout'
import type { Sql } from '@podmoga/sql/sql'
import { alikeTerms } from './alike.ts'
import { findMessages, type Narrowing, queryOfAll, type Term, type TypedTerm, termsOf } from './index.sql.ts'
import type { Sought } from './query.ts'
import { findHits, type HitRow } from './search.sql.ts'

/** More messages are not looked through: whoever means an older one says more of it. */
export const MOST_HITS = 300

/** One hit of each ticket, in the order in which they came. */
export const oneEach = (hits: readonly HitRow[]): HitRow[] =>
  [...new Map(hits.toReversed().map((hit) => [hit.ticket_id, hit])).values()].toReversed()

/** Where is looked: see `Narrowing`; whoever names a restaurant sees nothing beside it. */
export type Within = Pick<Narrowing, 'business_ids' | 'common' | 'restaurant_id'>

/** What was found by words, and which. */
interface Worded {
  terms: readonly Term[]
  hits: HitRow[]
}
export const NOTHING: Worded = { terms: [], hits: [] }

/** The newest messages in which all the terms stand. */
export const findWorded = async (
  sql: Sql,
  within: Within,
  { from, restaurant, has_file, of }: Sought,
  terms: readonly Term[],
): Promise<HitRow[]> => {
  const { query, filter } = queryOfAll(terms, within.common)
  if (query === null && terms.length > 0) return []
  const narrowing = { ...within, query, filter, from, restaurant, has_file, of }
  return findHits(sql, within, await findMessages(sql, narrowing, MOST_HITS))
}

/** The same keys on the other layout: «nthvbyfk» is «терминал». */
const findTurned = async (sql: Sql, within: Within, sought: Sought): Promise<Worded> => {
  for (const turn of [asRussianKeys, asEnglishKeys]) {
    const words = turn(sought.words)
    if (words === sought.words) continue
    const terms = await termsOf(sql, within.business_ids, words)
    const hits = terms.length === 0 ? [] : await findWorded(sql, within, sought, terms)
    if (hits.length > 0) return { terms, hits }
  }
  return NOTHING
}

/** What may have been meant where nothing is as it was typed: the other layout, or words that are alike. */
export const findMeant = async (
  sql: Sql,
  within: Within,
  sought: Sought,
  typed: readonly TypedTerm[],
): Promise<Worded> => {
  const turned = await findTurned(sql, within, sought)
  if (turned.hits.length > 0) return turned
  const terms = await alikeTerms(sql, within.business_ids, typed)
  return terms.length === 0 ? NOTHING : { terms, hits: await findWorded(sql, within, sought, terms) }
}
