import type { Priority } from '@podmoga/contract/desk/tickets'
import type { Db } from '@podmoga/sql/sql'
import type { Facts } from './rules.rules.ts'

/** A word of a rule with its full-text query. */
export interface WordQuery {
  word: string
  query: string
}

/**
 * Builds full-text queries as the search does: a prefix match on the word stemmed twice, or, if that is shorter than four
 * letters, an exact match on its stem. All words of a phrase must match. A word without letters or digits gets no query.
 */
export const listWordQueries = (db: Db, words: readonly string[]): Promise<WordQuery[]> => db<WordQuery[]>`
  select asked.word, string_agg(
    case when length(twice.short) >= 4 then quote_literal(twice.short) || ':*' else quote_literal(once.stem) end, ' & ') as query
  from unnest(${[...words]}::text[]) asked (word)
    cross join lateral regexp_matches(search_fold(asked.word), '[[:alnum:]]+', 'g') part (typed)
    cross join lateral (
      select coalesce(case when typed[1] ~ '^[a-z0-9]+$' then (ts_lexize('english_stem', typed[1]))[1]
        else (ts_lexize('russian_stem', typed[1]))[1] end, typed[1]) as stem
    ) once
    cross join lateral (
      select coalesce((ts_lexize('russian_stem', once.stem))[1], once.stem) as short
    ) twice
  group by asked.word`

/** SQL: those of the words that occur in `text`. */
const OCCURRING = (db: Db, text: ReturnType<Db>, queries: readonly WordQuery[]) => db`array(
  select asked.word from (
    -- computed once per text, for all words
    select to_tsvector('simple', folded) || to_tsvector('russian', folded) as words
    from (select search_fold(${text}) as folded offset 0) f offset 0
  ) of_text join jsonb_to_recordset(${db.json(queries)}) as asked (word text, query tsquery) on of_text.words @@ asked.query)`

interface FactsRow {
  restaurant_id: string
  restaurant_groups: string[]
  category: string
  priority: Priority
  tags: string[]
  words: string[]
  score: 'good' | 'bad' | null
  is_waiting: boolean
  answered: string[]
  fired: string[]
  waiting_since: Date | null
}

/** An event in a ticket. `message_id` null: the customer's last message. */
export interface FactsQuery {
  ticket_id: string
  message_id: string | null
  about: string
}
export type FoundFacts = Facts & { waiting_since: Date | null }

/** Returns the facts that rules check for each event; undefined if the ticket no longer exists or was merged. */
export const listFacts = async (
  db: Db,
  asked: readonly FactsQuery[],
  queries: readonly WordQuery[],
): Promise<(FoundFacts | undefined)[]> => {
  const rows = await db<(FactsRow & { nth: number })[]>`
    select a.nth, t.restaurant_id, r.groups as restaurant_groups, t.category, t.priority, t.tags, t.waiting_since,
      t.waiting_since is not null and t.status = 'awaiting_response' as is_waiting,
      (select score from ticket_ratings where ticket_id = t.id and score <> 'skipped') as score,
      ${queries.length === 0 ? db`'{}'::text[]` : OCCURRING(db, db`said.text`, queries)} as words,
      array(select rule_id::text from rule_firings where has_answered and ticket_id in (
        select t.id union all select ticket_id from ticket_merges where into_id = t.id)) as answered,
      array(select rule_id::text from rule_firings where ticket_id = t.id and about = a.about) as fired
    from jsonb_to_recordset(${db.json(asked.map(({ ticket_id, message_id, about }, nth) => ({ nth, ticket_id, message_id, about })))})
        as a (nth integer, ticket_id bigint, message_id bigint, about text)
      join tickets t on t.id = a.ticket_id and t.status <> 'merged' join restaurants r on r.id = t.restaurant_id
      left join lateral (
        select left(text, 10000) as text from messages where id = a.message_id
        union all (
          select left(text, 10000) from messages
          where a.message_id is null and ticket_id = a.ticket_id and not from_support order by position desc limit 1)
      ) said on true`
  const found = new Map(rows.map((row) => [row.nth, row]))
  return asked.map((_, nth) => {
    const row = found.get(nth)
    if (row === undefined) return undefined
    const { nth: _nth, words, answered, fired, ...rest } = row
    return {
      ...rest,
      words: new Set(words),
      answered: new Set(answered),
      fired: new Set(fired),
      hindered: new Set(),
    }
  })
}

/** Returns, by message id, which of the words occur in the message. */
export const listWordsOf = async (
  db: Db,
  ids: readonly string[],
  words: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> => {
  if (words.length === 0) return new Map()
  const queries = await listWordQueries(db, words)
  const rows = await db<{ id: string; words: string[] }[]>`
    select m.id, ${OCCURRING(db, db`left(m.text, 10000)`, queries)} as words
    from messages m where m.id = any(${[...ids]}::bigint[])`
  return new Map(rows.map((row) => [row.id, new Set(row.words)]))
}

export interface PastTicket {
  id: string
  number: number
  restaurant_id: string
  restaurant_groups: string[]
  category: string
  priority: Priority
  tags: string[]
  score: 'good' | 'bad' | null
}
export interface PastMessage {
  id: string
  ticket_id: string
  from_support: boolean
  at: Date
}
/** Returns the newest tickets of a business with their messages, except automatic ones. */
export const listPast = async (
  db: Db,
  business_id: string,
  limit: number,
): Promise<{ tickets: PastTicket[]; messages: PastMessage[] }> => {
  const tickets = await db<PastTicket[]>`
    select t.id, t.number, t.restaurant_id, p.groups as restaurant_groups, t.category, t.priority, t.tags, r.score
    from tickets t join restaurants p on p.id = t.restaurant_id left join ticket_ratings r on r.ticket_id = t.id and r.score <> 'skipped'
    where t.business_id = ${business_id} and t.status <> 'merged' order by t.id desc limit ${limit}`
  const messages = await db<PastMessage[]>`
    select id, ticket_id, from_support, created_at as at from messages
    where ticket_id = any(${tickets.map(({ id }) => id)}::bigint[]) and not is_automatic order by ticket_id, position`
  return { tickets, messages }
}
