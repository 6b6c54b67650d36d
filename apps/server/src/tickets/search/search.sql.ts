import type { Db } from '@podmoga/sql/sql'
import type { TicketFilter } from './query.ts'
import { ofTicket } from './such.sql.ts'

export interface HitRow {
  ticket_id: string
  /** The message that contains the words; null if the number, the customer or the restaurant matched. */
  message_id: string | null
}

/** The longest word in `search_vocabulary_slips`. */
const LONGEST_SLIPPED = 16
const LEAST_BEGUN = 3
/** Words this long have enough trigrams to be found by; shorter ones share theirs with thousands. */
const LONG = 7
const MOST_LIKE = 100

/** The scope of a search. */
interface Walls {
  business_ids: readonly string[]
  restaurant_id?: string
}

const within = (db: Db, { business_ids, restaurant_id }: Walls) => db`
  t.business_id = any(${[...business_ids]}::bigint[])
  ${restaurant_id === undefined ? db`` : db`and t.restaurant_id = ${restaurant_id}`}`

/** The tickets of these messages, newest message first; messages out of scope are left out. */
export const findHits = (db: Db, walls: Walls, message_ids: readonly string[]): Promise<HitRow[]> => db<
  HitRow[]
>`
  select m.ticket_id, m.id as message_id
  from messages m join tickets t on t.id = m.ticket_id
  where m.id = any(${[...message_ids]}::bigint[]) and ${within(db, walls)}
  order by m.id desc`

export interface MessageRow {
  id: string
  text: string
  at: Date
  author_name: string | null
}

/** The text and author of these messages. */
export const findTexts = (db: Db, message_ids: readonly string[]): Promise<MessageRow[]> => db<MessageRow[]>`
  select m.id, m.text, m.created_at as at, nullif(concat_ws(' ', p.first_name, p.last_name), '') as author_name
  from messages m join people p on p.id = m.author_id
  where m.id = any(${[...message_ids]}::bigint[])`

/** Tickets that match the filters, newest message first. */
export const findSuch = (
  db: Db,
  business_ids: readonly string[],
  of: TicketFilter,
  limit: number,
): Promise<HitRow[]> => db<HitRow[]>`
  select t.id as ticket_id, null::bigint as message_id from tickets t
  where t.business_id = any(${[...business_ids]}::bigint[]) and t.status <> 'merged' ${ofTicket(db, of)}
  order by t.last_message_at desc, t.id desc limit ${limit}`

/** The ticket with this number, or the one it was merged into. */
export const findNumbered = (db: Db, walls: Walls, number: number): Promise<HitRow[]> => db<HitRow[]>`
  select surviving_ticket(t.id) as ticket_id, null::bigint as message_id from tickets t
  where ${within(db, walls)} and t.number = ${number}`

/** Those of these tickets that the restaurant has with this status. */
export const listOfStatus = async (
  db: Db,
  of: { restaurant_id: string; status: string; ids: readonly string[] },
): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from tickets
    where id = any(${[...of.ids]}::bigint[]) and restaurant_id = ${of.restaurant_id} and status = ${of.status}`
  return rows.map(({ id }) => id)
}

export interface LikeRow {
  typed: string
  word: string
}

/**
 * Vocabulary words that may have been meant: one typo away from a typed word, its stem or one of its beginnings, or sharing
 * letters with a long one; most similar first.
 */
export const findLikeWords = (
  db: Db,
  business_ids: readonly string[],
  doubted: readonly { typed: string; stem: string }[],
): Promise<LikeRow[]> => db<LikeRow[]>`
  select stem as typed, word
  from unnest(${doubted.map(({ typed }) => typed)}::text[], ${doubted.map(({ stem }) => stem)}::text[]) doubted (typed, stem)
  cross join lateral (
    select word from (
      select word from search_vocabulary
      where business_id = any(${[...business_ids]}::bigint[]) and length(word) <= ${LONGEST_SLIPPED}
        and search_slips(word) && (
          select array_agg(slip) from (
            select stem union select left(typed, n) from generate_series(greatest(length(stem) - 1, ${LEAST_BEGUN}), length(typed)) n
          ) begun (said), unnest(search_slips(said)) slip)
      union
      select word from search_vocabulary
      where business_id = any(${[...business_ids]}::bigint[]) and length(stem) >= ${LONG}
        and search_letters(word) % search_letters(stem)
    ) near
    order by similarity(search_letters(word), search_letters(stem)) desc, word limit ${MOST_LIKE}
  ) likest`
