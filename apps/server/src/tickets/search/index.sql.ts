import { likeOf } from '@podmoga/sql/like'
import { type Db, seldom } from '@podmoga/sql/sql'
import { nameLike } from '../../db/name-like.ts'
import type { TicketFilter } from './query.ts'
import { MOST_MARKED, ofTicket, saidThen } from './such.sql.ts'

/** One word that must occur in a message, as the index stores words. */
export interface Term {
  /** Prefixes of matching words; used for highlighting. */
  stems: string[]
  /** Exact words of the index. */
  words: string[]
  /** A prefix to match in the index; null if `words` are complete. */
  beginning: string | null
  /** Synonyms, each a list of terms that must occur together. */
  or?: readonly (readonly Term[])[]
}

/** Shorter stems are prefixes of too many other words. */
const LEAST_STEM = 4
/** Maximum words per prefix, the shortest first: a prefix query would make the index read the entries of all of them. */
const MOST_FORMS = 256
/** Maximum for synonyms, which are whole nouns: every message read is checked for each form. */
export const FORMS_OF_NOUN = 32
/** Words that the vocabulary stores (`add_message_words`). */
const IN_VOCABULARY = /^[^0-9]{3,40}$/

/** A term made from a typed word. */
export interface TypedTerm extends Term {
  /** In lower case. */
  typed: string
  stem: string
  /** The prefix of matching words. */
  begins: string
}

interface StemRow {
  typed: string
  stem: string | null
  short: string | null
  forms: string[]
}

/**
 * The term for each of these words, by the word in lower case; none for stop words. The stemmer takes some nouns for verbs
 * («терминал», but «терминалы»): stemming twice and matching by prefix brings both forms together. A term with neither
 * `words` nor `beginning` occurs in no message.
 */
export const termsByWord = async (
  db: Db,
  business_ids: readonly string[],
  words: string,
  most_forms = MOST_FORMS,
): Promise<Map<string, TypedTerm>> => {
  const typed = [...new Set(words.match(/[\p{L}\p{N}]+/gu) ?? [])]
  const terms = new Map<string, TypedTerm>()
  if (typed.length === 0) return terms
  const rows = await db<StemRow[]>`
    with folded as materialized (
      select word, case when word ~ '^[a-z0-9]+$' then (ts_lexize('english_stem', word))[1]
        when word ~ '[0-9]' then word else (ts_lexize('russian_stem', word))[1] end as stem
      from (select distinct search_fold(w) as word from unnest(${typed}::text[]) w) typed
    ), twice as materialized (
      select word, stem, case when word ~ '[a-z0-9]' then stem else (ts_lexize('russian_stem', coalesce(stem, '')))[1] end as short
      from folded
    )
    select word as typed, stem, short, array(
      select v.word from search_vocabulary v
      where v.business_id = any(${[...business_ids]}::bigint[]) and length(short) >= ${LEAST_STEM}
        and v.word collate "C" >= short and v.word collate "C" < short || U&'\\+10FFFD'
      group by v.word order by length(v.word), v.word limit ${most_forms}) as forms
    from twice`
  for (const { typed, stem, short, forms } of rows) {
    if (stem === null || stem === '') continue
    const begins = short !== null && short.length >= LEAST_STEM ? short : stem
    const isShort = begins.length < LEAST_STEM
    const isKnown = IN_VOCABULARY.test(begins)
    terms.set(typed, {
      typed,
      stem,
      begins,
      stems: [begins],
      words: isShort ? [stem, ...(short === null ? [] : [short])] : isKnown ? forms : [],
      beginning: isShort || isKnown ? null : begins,
    })
  }
  return terms
}

/** The distinct terms of these words. */
export const termsOf = async (
  db: Db,
  business_ids: readonly string[],
  words: string,
): Promise<TypedTerm[]> => {
  const terms = await termsByWord(db, business_ids, words)
  return [...new Map([...terms.values()].map((term) => [term.begins, term])).values()]
}

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`

/** A term as `tsquery`; null if nothing can match it. */
const queryOfTerm = ({ words, beginning, or = [] }: Term): string | null => {
  const any = [...new Set(words)].map(quoted)
  if (beginning !== null) any.push(`${quoted(beginning)}:*`)
  for (const together of or) {
    const all = together.map(queryOfTerm)
    if (!all.includes(null)) any.push(`(${all.join(' & ')})`)
  }
  return any.length === 0 ? null : `(${any.join(' | ')})`
}

/** A query for all of the terms. */
export interface TermsQuery {
  /** `tsquery` for the index; null if nothing can match one of the terms. */
  query: string | null
  /** `tsquery` to check each message that the index found; null: none. */
  filter: string | null
}

/**
 * Matches all of the terms. A term in nearly every message narrows nothing and would make the index read all of its entries:
 * it is checked on the messages that the other terms found, unless there are no others.
 */
export const queryOfAll = (terms: readonly Term[], common: ReadonlySet<string> = new Set()): TermsQuery => {
  const all = terms.map(queryOfTerm)
  if (all.includes(null)) return { query: null, filter: null }
  const isCommon = terms.map(({ words }) => words.some((word) => common.has(word)))
  const asked = isCommon.includes(false) ? isCommon.map((is) => !is) : isCommon
  const joined = (is: boolean) => all.filter((_, at) => asked[at] === is).join(' & ') || null
  return { query: joined(true), filter: joined(false) }
}

/** Matches any two of the terms, or the only one. null if nothing can match. */
export const queryOfTwo = (terms: readonly Term[]): string | null => {
  const known = terms.map(queryOfTerm).filter((query) => query !== null)
  if (known.length < 2) return known[0] ?? null
  return known
    .slice(0, -1)
    .map((query, at) => `(${query} & (${known.slice(at + 1).join(' | ')}))`)
    .join(' | ')
}

/** Matches any of the terms. null if nothing can match. */
export const queryOfAny = (terms: readonly Term[]): string | null =>
  terms.flatMap((term) => queryOfTerm(term) ?? []).join(' | ') || null

/** Words in at least this share of messages count as common. */
const NEARLY_ALL = 0.8

/**
 * Words and marks in nearly every message, by the planner's statistics. They only choose the faster of two ways to the same
 * result.
 */
export const listCommon = async (db: Db): Promise<ReadonlySet<string>> => {
  const rows = await db<{ element: string }[]>`
    select element from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (element, share)
    where schemaname = current_schema() and tablename = 'message_words' and attname in ('words', 'marks')
      and share >= ${NEARLY_ALL} and element is not null`
  return new Set(rows.map(({ element }) => element))
}

/** What narrows a search. */
export interface Narrowing {
  business_ids: readonly string[]
  /** Only this restaurant; default: all of theirs. */
  restaurant_id?: string
  /** `tsquery`; null: any words. */
  query: string | null
  /** `tsquery` that is checked without the index. */
  filter?: string | null
  /** `listCommon` */
  common: ReadonlySet<string>
  /** Only customers' messages. */
  by_customers?: boolean
  has_file?: boolean
  /** Parts of names. */
  from?: string | null
  restaurant?: string | null
  of?: TicketFilter | null
}

/** Low bits of an id that its era leaves out, as in the triggers (`add_message_words`). */
const FINE = 14n
const COARSE = 18n
/** The newest messages are scanned without the index: they show how frequent matches are. */
const READ = 1024
const GROWTH = 16
/** A range slightly too long costs less than another query. */
const SPARE = 1.5
/** In a longer range most ids may never have been assigned (installation/cell.ts): it begins at the newest message in it. */
const LONG = 1 << 24

/** How many messages to search next, when `covered` of them held `found` matches and `left` more are wanted. */
export const nextStretch = (covered: number, found: number, left: number): number =>
  Math.ceil(Math.min(covered * GROWTH, found === 0 ? Infinity : (covered / found) * left * SPARE))

/** The eras of at least `count` ids right below `below`. */
const erasBelow = (below: bigint, count: number): { from: bigint; eras: string[] } => {
  const bits = count < 2 << Number(COARSE) ? FINE : COARSE
  const name = bits === FINE ? 'e' : 'E'
  const first = below > BigInt(count) ? (below - BigInt(count)) >> bits : 0n
  const eras: string[] = []
  for (let era = first; era <= (below - 1n) >> bits; era += 1n) eras.push(`${name}${era}`)
  return { from: first << bits, eras }
}

const marksOf = async (
  db: Db,
  { business_ids, from = null, restaurant = null }: Narrowing,
): Promise<{ people: string[] | null; restaurants: string[] | null }> => {
  const people =
    from === null
      ? null
      : await db<{ mark: string }[]>`
          select 'a' || id as mark from people where ${nameLike(db, db`find_text`, from)} limit ${MOST_MARKED + 1}`
  const restaurants =
    restaurant === null
      ? null
      : await db<{ mark: string }[]>`
          select 'r' || id as mark from restaurants where business_id = any(${[...business_ids]}::bigint[])
            and search_fold(name) like search_fold(${likeOf(restaurant)}) limit ${MOST_MARKED + 1}`
  const marks = (rows: { mark: string }[] | null) => rows?.map(({ mark }) => mark) ?? null
  return { people: marks(people), restaurants: marks(restaurants) }
}

/**
 * The newest matching messages, at most `limit`. The index returns no order and cannot stop at a limit, so it is queried for
 * one id range after the other, each as long as the matches so far suggest: frequent words are found quickly, rare ones cost
 * little wherever they are, and no query reads much more than it returns.
 */
export const findMessages = async (db: Db, wanted: Narrowing, limit: number): Promise<string[]> => {
  const [{ people, restaurants }, [last]] = await Promise.all([
    marksOf(db, wanted),
    db<{ id: string | null }[]>`select max(message_id) as id from message_words`,
  ])
  if (people?.length === 0 || restaurants?.length === 0) return []
  const marked = (marks: string[] | null) =>
    marks === null || marks.length > MOST_MARKED ? db`` : db`and w.marks && ${marks}::text[]`
  const isMany = (marks: string[] | null) => marks !== null && marks.length > MOST_MARKED
  const related = db`
    ${isMany(people) || isMany(restaurants) || wanted.of != null ? db`join messages m on m.id = w.message_id join tickets t on t.id = m.ticket_id` : db``}
    ${isMany(people) ? db`join people p on p.id = m.author_id and ${nameLike(db, db`p.find_text`, wanted.from ?? '')}` : db``}
    ${isMany(restaurants) ? db`join restaurants r on r.id = t.restaurant_id and search_fold(r.name) like search_fold(${likeOf(wanted.restaurant ?? '')})` : db``}`
  const businesses = wanted.business_ids.map((id) => `b${id}`)
  // Concatenating an empty value keeps a column from using the index: these conditions are checked on the messages found.
  const fits = db`
    ${businesses.some((mark) => wanted.common.has(mark)) ? db`w.marks || '{}'::text[]` : db`w.marks`} && ${businesses}::text[]
    ${wanted.query === null ? db`` : db`and w.words @@ ${wanted.query}::tsquery`}
    ${wanted.filter == null ? db`` : db`and w.words || ''::tsvector @@ ${wanted.filter}::tsquery`}
    ${wanted.of == null ? db`` : db`${ofTicket(db, wanted.of)} ${saidThen(db, wanted.of, { first: db`m.created_at`, last: db`m.created_at` })}`}
    ${wanted.restaurant_id === undefined ? db`` : db`and w.marks && ${[`r${wanted.restaurant_id}`]}::text[]`}
    ${marked(people)} ${marked(restaurants)}
    ${wanted.has_file === true ? db`and w.marks @> array['f']` : db``}
    ${wanted.by_customers === true ? db`and w.marks @> array['c']` : db``}`
  const newest = BigInt(last?.id ?? 0)
  let below = newest - BigInt(READ) + 1n
  const found = await db<{ id: string }[]>`
    select w.message_id as id from message_words w ${related}
    where w.message_id >= ${below} and ${fits} order by w.message_id desc limit ${limit} ${seldom}`
  let never_given = 0n
  while (found.length < limit && below > 0n) {
    const left = limit - found.length
    const wanted_count = nextStretch(Number(newest - below - never_given) + 1, found.length, left)
    if (wanted_count > LONG) {
      const [next] = await db<{ id: string | null }[]>`
        select max(message_id) as id from message_words where message_id < ${below}`
      if (next?.id == null) break
      never_given += below - 1n - BigInt(next.id)
      below = BigInt(next.id) + 1n
    }
    const { from, eras } = erasBelow(below, Math.min(wanted_count, LONG))
    // `+ 0` prevents a scan in primary key order, which would walk from one end until it had found enough
    found.push(
      ...(await db<{ id: string }[]>`
        select w.message_id as id from message_words w ${related}
        where ${fits} and w.marks && ${eras}::text[] and w.message_id + 0 >= ${from} and w.message_id + 0 < ${below}
        order by w.message_id + 0 desc limit ${left} ${seldom}`),
    )
    below = from
  }
  return found.map(({ id }) => id)
}
