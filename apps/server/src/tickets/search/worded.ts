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

/** More messages are not looked through: whoever means an older one says more of it. */
export const MOST_HITS = 300

/** One hit of each ticket, in the order in which they came. */
export const oneEach = (hits: readonly HitRow[]): HitRow[] => {
  const found = new Map<string, HitRow>()
  for (const hit of hits) if (!found.has(hit.ticket_id)) found.set(hit.ticket_id, hit)
  return [...found.values()]
}

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

/** Of more messages that say it as it was typed nobody looks for what stands after them. */
const ENOUGH = 60

/** Messages that say the same by other names, «касса» for «ккм»: what the thesaurus knows stands after what was typed. */
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

/** The same keys on the other layout, «nthvbyfk» for «терминал», and Russian in Latin letters, «terminal». */
const READINGS = [asRussianKeys, asEnglishKeys, asCyrillic] as const

/**
 * What may have been meant where nothing is as it was typed: another layout or alphabet, another name for the same, or
 * words that are alike.
 */
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
