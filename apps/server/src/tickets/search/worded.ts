import { asEnglishKeys, asRussianKeys } from '@podmoga/search/layout'
import { asCyrillic } from '@podmoga/search/translit'
import type { Sql } from '@podmoga/sql/sql'
import { alikeTerms } from './alike.ts'
import {
  FORMS_OF_NOUN,
  findMessages,
  type Narrowing,
  queryOfAll,
  type Term,
  type TypedTerm,
  termsOf,
} from './index.sql.ts'
import type { Sought } from './query.ts'
import { findHits, type HitRow } from './search.sql.ts'
import { synonymTerms } from './synonyms.ts'

/** Maximum messages per search: for an older message, users add words. */
export const MOST_HITS = 300

/** One hit per ticket, keeping the order. */
export const oneEach = (hits: readonly HitRow[]): HitRow[] => {
  const found = new Map<string, HitRow>()
  for (const hit of hits) if (!found.has(hit.ticket_id)) found.set(hit.ticket_id, hit)
  return [...found.values()]
}

/** The scope of a search, see `Narrowing`; with a restaurant, only that one. */
export type Within = Pick<Narrowing, 'business_ids' | 'common' | 'restaurant_id'>

/** Hits, and the terms that found them. */
interface Worded {
  terms: readonly Term[]
  hits: HitRow[]
}
export const NOTHING: Worded = { terms: [], hits: [] }

/** The newest messages that contain all the terms. */
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

/** With this many exact hits, synonyms are not searched. */
const ENOUGH = 60

/** Messages with synonyms, «касса» for «ккм», by the thesaurus; they are listed after exact hits. */
export const findOtherNames = async (
  sql: Sql,
  within: Within,
  sought: Sought,
  exact: readonly HitRow[],
): Promise<Worded> => {
  if (exact.length >= ENOUGH) return NOTHING
  const terms = await synonymTerms(sql, within.business_ids, sought.words, FORMS_OF_NOUN)
  return terms.length === 0 ? NOTHING : { terms, hits: await findWorded(sql, within, sought, terms) }
}

/**
 * Other readings of a query: the same keys on the other layout, «nthvbyfk» for «терминал», and Russian in Latin letters,
 * «terminal».
 */
const READINGS = [asRussianKeys, asEnglishKeys, asCyrillic] as const

/** What may have been meant if nothing matches as typed: another layout or alphabet, synonyms, or similar words. */
export const findMeant = async (
  sql: Sql,
  within: Within,
  sought: Sought,
  typed: readonly TypedTerm[],
): Promise<Worded> => {
  const { business_ids } = within
  const find = async (terms: readonly Term[]): Promise<Worded> => ({
    terms,
    hits: terms.length === 0 ? [] : await findWorded(sql, within, sought, terms),
  })
  const other = READINGS.map((read) => read(sought.words)).filter((words) => words !== sought.words)
  const attempts = [
    ...other.map((words) => () => termsOf(sql, business_ids, words)),
    ...[sought.words, ...other].map((words) => () => synonymTerms(sql, business_ids, words)),
    () => alikeTerms(sql, business_ids, typed),
  ]
  for (const termsOfAttempt of attempts) {
    const found = await find(await termsOfAttempt())
    if (found.hits.length > 0) return found
  }
  return NOTHING
}
