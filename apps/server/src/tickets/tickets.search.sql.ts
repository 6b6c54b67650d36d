import type { Db } from '../db/sql.ts'

export interface HitRow {
  ticket_id: string
  /** The message in which the words stand; null when the number, the customer or the restaurant was found. */
  message_id: string | null
}

const SHORT = 6
const MOST_LIKE = 100

/** Where these messages are, in their order; those of other businesses are nowhere. */
export const findPlaces = (
  db: Db,
  business_ids: readonly string[],
  message_ids: readonly string[],
): Promise<HitRow[]> => db<HitRow[]>`
  select m.ticket_id, m.id as message_id
  from messages m join tickets t on t.id = m.ticket_id
  where m.id = any(${[...message_ids]}::bigint[]) and t.business_id = any(${[...business_ids]}::bigint[])
  order by m.id desc`

export interface SaidRow {
  id: string
  text: string
  at: Date
  author_name: string | null
}

/** What these messages say, and who says it. */
export const findSaid = (db: Db, message_ids: readonly string[]): Promise<SaidRow[]> => db<SaidRow[]>`
  select m.id, m.text, m.created_at as at, nullif(concat_ws(' ', p.first_name, p.last_name), '') as author_name
  from messages m join people p on p.id = m.author_id
  where m.id = any(${[...message_ids]}::bigint[])`

/** The ticket with this number; where it was merged to, if it was. */
export const findNumbered = (
  db: Db,
  business_ids: readonly string[],
  number: number,
): Promise<HitRow[]> => db<HitRow[]>`
  select surviving_ticket(id) as ticket_id, null::bigint as message_id from tickets
  where business_id = any(${[...business_ids]}::bigint[]) and number = ${number}`

export interface LikeRow {
  typed: string
  word: string
}

/** Words of the vocabulary that have letters in common with these, the likest first. */
export const findLikeWords = (
  db: Db,
  business_ids: readonly string[],
  typed: readonly string[],
): Promise<LikeRow[]> => db<LikeRow[]>`
  select typed, word from unnest(${[...typed]}::text[]) typed cross join lateral (
    select word from (
      select word from search_vocabulary
      where business_id = any(${[...business_ids]}::bigint[]) and search_letters(word) % search_letters(typed)
      union
      -- a slip in a short word leaves too few of its trigrams
      select word from search_vocabulary
      where business_id = any(${[...business_ids]}::bigint[]) and length(typed) <= ${SHORT}
        and word collate "C" >= left(typed, 1) and word collate "C" < left(typed, 1) || U&'\\+10FFFD'
        and length(word) between length(typed) - 2 and length(typed) + 1
    ) near
    order by similarity(search_letters(word), search_letters(typed)) desc, word limit ${MOST_LIKE}
  ) likest`
