import type { Priority } from '@podmoga/contract/desk/tickets'
import type { Db } from '@podmoga/sql/sql'
import type { Facts } from './rules.rules.ts'

/**
 * Which of these words stand in `text`, by their stems, as the search finds them: twice stemmed and as a beginning; a short
 * one by its stem alone. Of a phrase all words.
 */
const STANDING = (db: Db, text: ReturnType<Db>, words: readonly string[]) => db`array(
  select asked.word from (
    -- once for a text, however many words are asked for
    select to_tsvector('simple', folded) || to_tsvector('russian', folded) as words
    from (select search_fold(${text}) as folded offset 0) f offset 0
  ) of_text cross join unnest(${[...words]}::text[]) asked (word)
  where (
    select bool_and(coalesce(of_text.words @@ (
      case when length(twice.short) >= 4 then quote_literal(twice.short) || ':*'
        else quote_literal(once.stem) end)::tsquery, false))
    from regexp_matches(search_fold(asked.word), '[[:alnum:]]+', 'g') part (typed)
    cross join lateral (
      select coalesce(case when typed[1] ~ '^[a-z0-9]+$' then (ts_lexize('english_stem', typed[1]))[1]
        else (ts_lexize('russian_stem', typed[1]))[1] end, typed[1]) as stem
    ) once
    cross join lateral (
      select coalesce((ts_lexize('russian_stem', once.stem))[1], once.stem) as short
    ) twice
  ))`

interface FactsRow {
  restaurant_id: string
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

/** What rules look at; undefined: there is no such ticket any more. `message_id` null: what the customer wrote last. */
export const findFacts = async (
  db: Db,
  asked: { ticket_id: string; message_id: string | null; about: string; words: readonly string[] },
): Promise<(Facts & { waiting_since: Date | null }) | undefined> => {
  const [row] = await db<FactsRow[]>`
    select t.restaurant_id, t.category, t.priority, t.tags, t.waiting_since,
      t.waiting_since is not null and t.status = 'awaiting_response' as is_waiting,
      (select score from ticket_ratings where ticket_id = t.id and score <> 'skipped') as score,
      ${asked.words.length === 0 ? db`'{}'::text[]` : STANDING(db, db`said.text`, asked.words)} as words,
      array(select rule_id::text from rule_firings where has_answered and ticket_id in (
        select t.id union all select ticket_id from ticket_merges where into_id = t.id)) as answered,
      array(select rule_id::text from rule_firings where ticket_id = t.id and about = ${asked.about}) as fired
    from tickets t left join lateral (
      select left(text, 10000) as text from messages
      where ticket_id = t.id and ${asked.message_id === null ? db`not from_support` : db`id = ${asked.message_id}`}
      order by position desc limit 1
    ) said on true
    where t.id = ${asked.ticket_id} and t.status <> 'merged'`
  if (row === undefined) return undefined
  const { words, answered, fired, ...rest } = row
  return {
    ...rest,
    words: new Set(words),
    answered: new Set(answered),
    fired: new Set(fired),
    hindered: new Set(),
  }
}

/** Of messages, which of the words stand in each. */
export const listWordsOf = async (
  db: Db,
  ids: readonly string[],
  words: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> => {
  if (words.length === 0) return new Map()
  const rows = await db<{ id: string; words: string[] }[]>`
    select m.id, ${STANDING(db, db`left(m.text, 10000)`, words)} as words
    from messages m where m.id = any(${[...ids]}::bigint[])`
  return new Map(rows.map((row) => [row.id, new Set(row.words)]))
}

export interface PastTicket {
  id: string
  number: number
  restaurant_id: string
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
/** The newest tickets of a business with what was said in them. */
export const listPast = async (
  db: Db,
  business_id: string,
  limit: number,
): Promise<{ tickets: PastTicket[]; messages: PastMessage[] }> => {
  const tickets = await db<PastTicket[]>`
    select t.id, t.number, t.restaurant_id, t.category, t.priority, t.tags, r.score
    from tickets t left join ticket_ratings r on r.ticket_id = t.id and r.score <> 'skipped'
    where t.business_id = ${business_id} and t.status <> 'merged' order by t.id desc limit ${limit}`
  const messages = await db<PastMessage[]>`
    select id, ticket_id, from_support, created_at as at from messages
    where ticket_id = any(${tickets.map(({ id }) => id)}::bigint[]) and not is_automatic order by ticket_id, position`
  return { tickets, messages }
}
