import type { Db } from '@podmoga/sql/sql'

/** The customer's first messages tell what a ticket is about. */
const OPENING = 3
const OPENING_LETTERS = 600
/** Support's last messages: thanks and goodbyes may follow the one that helped. */
const LAST_WORDS = 3

/** Text of the customer's first messages, of the tickets `t`. */
const opening = (db: Db) => db`(
  select string_agg(left(text, ${OPENING_LETTERS}), E'\n' order by position) from (
    select text, position from messages where ticket_id = t.id and not from_support order by position limit ${OPENING}
  ) m)`

export interface OpenRow {
  id: string
  number: number
  category: string
  created_at: Date
  first_words: string
}

/** The newest open tickets of a restaurant. */
export const listOpen = (db: Db, where: { restaurant_id: string; limit: number }): Promise<OpenRow[]> =>
  db<OpenRow[]>`
    select t.id, t.number, t.category, t.created_at, coalesce(${opening(db)}, '') as first_words
    from tickets t where t.restaurant_id = ${where.restaurant_id} and t.status = 'awaiting_response'
    order by t.last_message_at desc, t.id desc limit ${where.limit}`

export interface CaseRow {
  id: string
  question: string
  /** The longest of support's last messages: it names what the question only describes. */
  answer: string
}

/** The closed tickets of these messages, and the newest closed ones, which show which words are common. */
export const listCases = (
  db: Db,
  where: { business_id: string; ticket_id: string; message_ids: readonly string[]; newest: number },
): Promise<CaseRow[]> => db<CaseRow[]>`
  with cases as (
    select m.ticket_id as id from messages m where m.id = any(${[...where.message_ids]}::bigint[])
    union
    (select id from tickets where business_id = ${where.business_id} and status = 'processed'
      order by closed_at desc, id desc limit ${where.newest})
  )
  select t.id, ${opening(db)} as question, said.answer
  from cases join tickets t on t.id = cases.id
  cross join lateral (
    select left(text, ${OPENING_LETTERS}) as answer from (
      select text from messages where ticket_id = t.id and from_support and not is_automatic order by position desc limit ${LAST_WORDS}
    ) last order by length(text) desc limit 1
  ) said
  where t.business_id = ${where.business_id} and t.status = 'processed' and t.id <> ${where.ticket_id}`

export interface ClosedRow {
  id: string
  number: number
  /** The newest first. */
  answers: string[]
  customer: string[]
  restaurant: string
  restaurant_id: string
  /** The restaurant of the open ticket. */
  asked_in: string
  /** Names of all people in the conversation. */
  people: string[]
  helped: boolean
}

/** Answers that closed these tickets, with the names that may appear in them. */
export const listClosed = (
  db: Db,
  where: { business_id: string; ticket_id: string; ticket_ids: readonly string[] },
): Promise<ClosedRow[]> => db<ClosedRow[]>`
  select t.id, t.number, r.name as restaurant, t.restaurant_id,
    (select restaurant_id from tickets where id = ${where.ticket_id}) as asked_in,
    array(select text from messages where ticket_id = t.id and from_support and not is_automatic order by position desc limit ${LAST_WORDS}) as answers,
    array_remove(array[p.first_name, p.last_name], null) as customer,
    array(select distinct name from messages m join people a on a.id = m.author_id,
      unnest(array[a.first_name, a.last_name]) name where m.ticket_id = t.id and name is not null) as people,
    not exists (select from ticket_reopenings where ticket_id = t.id)
      and coalesce(g.score, '') <> 'bad' as helped
  from tickets t join people p on p.id = t.author_id join restaurants r on r.id = t.restaurant_id
  left join ticket_ratings g on g.ticket_id = t.id
  where t.id = any(${[...where.ticket_ids]}::bigint[]) and t.business_id = ${where.business_id}`

/** Names of the business's people that match one of these words, ignoring endings. */
export const listNamed = async (
  db: Db,
  where: { business_id: string; words: readonly string[] },
): Promise<string[]> => {
  const rows = await db<{ name: string }[]>`
    select distinct name from people, unnest(array[first_name, last_name]) name
    where business_id = ${where.business_id} and length(name) > 2
      and regexp_replace(lower(name), '[аеёиоуыэюяьй]$', '') = any(${[...where.words]}::text[])`
  return rows.map(({ name }) => name)
}
