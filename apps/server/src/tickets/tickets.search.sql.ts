import type { Db } from '../db/sql.ts'
import type { Sought } from './tickets.search.words.ts'

export interface HitRow {
  ticket_id: string
  message_id: string | null
  text: string | null
  at: Date | null
  author_name: string | null
}

/** More messages are not looked through: whoever means an older one says more of it. */
const MOST_HITS = 300
const MOST_NAMED = 50

/** Instead of stems: words much like those that were typed. */
export const ALIKE = 'alike'

const likeOf = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** Shorter ones begin too many other words. */
const LEAST_STEM = 4

/** What the words come down to, without those that stand everywhere. */
export interface Stems {
  /** For the index; null when nothing is left to look for. */
  query: string | null
  /** How a word that fits begins. */
  stems: string[]
}

/**
 * The stems of these words. The stemmer takes some nouns for verbs («терминал», but «терминалы»): taken twice and as a
 * beginning, both forms meet.
 */
export const stemsOf = async (db: Db, words: string): Promise<Stems> => {
  const typed = [...new Set(words.match(/[\p{L}\p{N}]+/gu) ?? [])]
  const rows = await db<{ stem: string | null }[]>`
    select case when word ~ '^[a-z0-9]+$' then (ts_lexize('english_stem', word))[1]
      else (ts_lexize('russian_stem', coalesce((ts_lexize('russian_stem', word))[1], ''))) [1] end as stem
    from (select search_fold(w) as word from unnest(${typed}::text[]) w) folded`
  const stems = rows.flatMap(({ stem }) => (stem === null || stem === '' ? [] : [stem]))
  const query = stems.map((stem) => `'${stem}'${stem.length >= LEAST_STEM ? ':*' : ''}`).join(' & ')
  return { query: query === '' ? null : query, stems }
}

const NARROWED = (db: Db, business_ids: readonly string[], { from, restaurant, has_file }: Sought) => db`
  t.business_id = any(${[...business_ids]}::bigint[])
  ${from === null ? db`` : db`and m.author_id in (select id from people where find_text like search_fold(${likeOf(from)}))`}
  ${
    restaurant === null
      ? db``
      : db`and t.restaurant_id in (select id from restaurants
          where business_id = any(${[...business_ids]}::bigint[]) and search_fold(name) like search_fold(${likeOf(restaurant)}))`
  }
  ${has_file ? db`and exists (select from attachments where message_id = m.id)` : db``}`

/**
 * The newest messages of these businesses in which all the stems stand (null: any message); `alike`: in which something
 * much like the words does.
 */
export const findMessageHits = (
  db: Db,
  business_ids: readonly string[],
  sought: Sought,
  query: string | null,
): Promise<HitRow[]> => {
  const fits =
    query === null
      ? db``
      : query === ALIKE
        ? db`and search_fold(${sought.words}) <% search_fold(m.text)`
        : db`and to_tsvector('russian', search_fold(m.text)) @@ to_tsquery('simple', ${query})`
  return db<HitRow[]>`
    select m.ticket_id, m.id as message_id, m.text, m.created_at as at,
      nullif(concat_ws(' ', p.first_name, p.last_name), '') as author_name
    from messages m join tickets t on t.id = m.ticket_id join people p on p.id = m.author_id
    where ${NARROWED(db, business_ids, sought)} ${fits}
    order by m.id desc limit ${MOST_HITS}`
}

/** Tickets by their number, or by the name of their customer or restaurant; the newest first. */
export const findNamedHits = (
  db: Db,
  business_ids: readonly string[],
  { words, number }: Sought,
): Promise<HitRow[]> => {
  const like = likeOf(words)
  const nothing = db`null::bigint as message_id, null::text as text, null::timestamptz as at, null::text as author_name`
  return number === null
    ? db<HitRow[]>`
        with named as (
          select t.id from people p join tickets t on t.author_id = p.id
          where p.find_text like search_fold(${like}) and t.business_id = any(${[...business_ids]}::bigint[])
            and t.status <> 'merged'
          union
          select t.id from restaurants r
          cross join lateral (
            select id from tickets where restaurant_id = r.id and status <> 'merged' order by last_message_at desc, id desc limit ${MOST_NAMED}
          ) t
          where r.business_id = any(${[...business_ids]}::bigint[]) and search_fold(r.name) like search_fold(${like})
        )
        select id as ticket_id, ${nothing} from named order by id desc limit ${MOST_NAMED}`
    : db<HitRow[]>`
        select surviving_ticket(id) as ticket_id, ${nothing} from tickets
        where business_id = any(${[...business_ids]}::bigint[]) and number = ${number}`
}
