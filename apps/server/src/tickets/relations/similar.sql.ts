import type { Db } from '@podmoga/sql/sql'

/** A customer's first messages tell what the ticket is about; a whole conversation covers too much. */
const OPENING = 3
const OPENING_LETTERS = 1000

/** The beginning of the customer's side of a ticket. */
export const findOpening = async (db: Db, ticket_id: string): Promise<string> => {
  const [row] = await db<{ words: string | null }[]>`
    select string_agg(words, ' ') as words from (
      select left(text, ${OPENING_LETTERS}) as words from messages
      where ticket_id = ${ticket_id} and not from_support order by position limit ${OPENING}
    ) m`
  return row?.words ?? ''
}

export interface Weighed {
  stem: string
  /** The share of messages that contain it, by the planner's statistics; 0: too rare to be listed. */
  share: number
}

/**
 * Stems with their frequency. PostgreSQL's statistics list the most frequent words of the index: a word not listed is rare,
 * and so distinctive.
 */
export const weigh = async (db: Db, stems: readonly string[]): Promise<Weighed[]> => db<Weighed[]>`
  select stem, coalesce(max(share), 0)::float8 as share
  from unnest(${[...stems]}::text[]) stem
  left join (
    select word, share from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where schemaname = current_schema() and tablename = 'message_words' and attname = 'words' and word is not null
  ) known on starts_with(word, stem)
  group by stem`

export interface AlikeRow {
  id: string
  text: string
}

/** The text of these messages, joined per ticket; leaves out `ticket_id` and other businesses. */
export const findAlike = (
  db: Db,
  where: { business_id: string; ticket_id: string; message_ids: readonly string[] },
): Promise<AlikeRow[]> => db<AlikeRow[]>`
  select t.id, string_agg(left(m.text, ${OPENING_LETTERS}), E'\n' order by m.id) as text
  from messages m join tickets t on t.id = m.ticket_id
  where m.id = any(${[...where.message_ids]}::bigint[]) and t.business_id = ${where.business_id}
    and t.id <> ${where.ticket_id}
  group by t.id`

/** The newest open tickets with their first messages; `restaurant_ids` null: of all of the business. */
export const listOpenings = (
  db: Db,
  {
    business_id,
    restaurant_ids,
    since,
    limit,
  }: { business_id: string; restaurant_ids: readonly string[] | null; since: Date; limit: number },
): Promise<{ id: string; topic: string | null; text: string }[]> => db`
  select t.id, t.topic, left(m.text, 2000) as text
  from tickets t join messages m on m.ticket_id = t.id and m.position = 1
  where t.business_id = ${business_id} and t.status = 'awaiting_response' and t.created_at >= ${since}
    ${restaurant_ids === null ? db`` : db`and t.restaurant_id = any(${[...restaurant_ids]}::bigint[])`}
  order by t.id desc limit ${limit}`
