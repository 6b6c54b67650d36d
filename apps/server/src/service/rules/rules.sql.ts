import type { MacroFate } from '@podmoga/contract/desk/macros'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { TakeAlong } from '../../module.ts'
import { listRestaurantRows } from '../restaurants.sql.ts'
import type { KeptRule } from './rules.rules.ts'

export interface RuleSet {
  version: string
  rules: KeptRule[]
  /** The person who saved the rules last. */
  author_id: string | null
}

export const findRuleSet = async (db: Db, business_id: string): Promise<RuleSet> => {
  const [row] = await db<RuleSet[]>`
    select version, rules, author_id from rule_sets where business_id = ${business_id}`
  return row ?? { version: '0', rules: [], author_id: null }
}

/** Locks the rules of a business for a change. */
export const lockRuleSet = async (tx: TransactionSql, business_id: string): Promise<RuleSet> => {
  await tx`insert into rule_sets (business_id) values (${business_id}) on conflict do nothing`
  await tx`select from rule_sets where business_id = ${business_id} for update`
  return findRuleSet(tx, business_id)
}

/** Replaces the rules of a business, locked by the caller. `is_fresh`: none was on, so events up to now are skipped. */
export const replaceRules = async (
  tx: TransactionSql,
  {
    business_id,
    rules,
    author_id,
    is_fresh,
  }: { business_id: string; rules: readonly KeptRule[]; author_id: string; is_fresh: boolean },
): Promise<void> => {
  await tx`
    update rule_sets set version = version + 1, rules = ${tx.json(rules)}, author_id = ${author_id}
    where business_id = ${business_id}`
  await tx`
    delete from rule_waits where business_id = ${business_id} and rule_id <> all(${rules.map(({ id }) => id)}::uuid[])`
  await tx`
    insert into rule_cursors as c (business_id, seen)
    select ${business_id}::bigint, coalesce(max(id), 0) from ticket_events where business_id = ${business_id}
    on conflict (business_id) do update set seen = case when ${is_fresh}::boolean then excluded.seen else c.seen end`
}

const NAME = (db: Db) => db`coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id)`

export interface Named {
  id: string
  name: string
}
/** What the rules of a business may refer to. */
export interface Known {
  agents: Named[]
  groups: Named[]
  restaurants: (Named & { groups: string[] })[]
}
export const findKnown = async (db: Db, business_id: string): Promise<Known> => {
  const agents = await db<Named[]>`
    select a.id, ${NAME(db)} as name from desk_members d join people a on a.id = d.person_id
    where d.business_id = ${business_id} and d.role = 'agent' and a.disabled_at is null order by 2, a.id`
  const groups = await db<Named[]>`
    select id, name from agent_groups where business_id = ${business_id} order by place`
  return { agents, groups, restaurants: await listRestaurantRows(db, business_id) }
}

export interface FiringRow {
  rule_id: string
  name: string
  ticket_id: string
  number: number
  at: Date
  fate: MacroFate
  has_answered: boolean
}
export const listFirings = (db: Db, business_id: string, limit: number): Promise<FiringRow[]> => db`
  select f.rule_id, f.name, f.ticket_id, t.number, f.at, f.fate, f.has_answered
  from (select * from rule_firings where business_id = ${business_id} order by at desc limit ${limit}) f
  join tickets t on t.id = f.ticket_id order by f.at desc`

/** Losing a lease in a crash is harmless, so the commit does not wait for the disk. */
const ASYNC_COMMIT = (db: Db) => db`set_config('synchronous_commit', 'off', true)`

export type TakenSet = Omit<RuleSet, 'author_id'> & { author_id: string; seen: string }

/** Leases the events of a business. Returns undefined if none is new, no rule is on or another server holds the lease. */
export const leaseEvents = async (
  db: Db,
  { business_id, now, until }: { business_id: string; now: Date; until: Date },
): Promise<TakenSet | undefined> => {
  const [row] = await db<TakenSet[]>`
    update rule_cursors c set leased_until = ${until} from rule_sets s
    where c.business_id = ${business_id} and s.business_id = c.business_id and s.author_id is not null
      and s.rules @> '[{"is_on": true}]' and (c.leased_until is null or c.leased_until <= ${now})
      and exists (select from ticket_events where business_id = ${business_id} and id > c.seen)
    returning s.version, s.rules, s.author_id, c.seen, ${ASYNC_COMMIT(db)}`
  return row
}

export const endLease = async (db: Db, business_id: string, seen: string): Promise<void> => {
  await db`
    update rule_cursors set leased_until = null, seen = greatest(seen, ${seen}::bigint) where business_id = ${business_id}
    returning ${ASYNC_COMMIT(db)}`
}

/** Lists businesses that have rules and unhandled events. */
export const listUnhandled = async (db: Db): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select s.business_id from rule_sets s join rule_cursors c using (business_id)
    where s.rules @> '[{"is_on": true}]'
      and exists (select from ticket_events e where e.business_id = s.business_id and e.id > c.seen)`
  return rows.map(({ business_id }) => business_id)
}

/** Businesses with a rule on waiting. */
export const listWaitSets = (db: Db): Promise<(RuleSet & { business_id: string })[]> => db`
  select business_id, version, rules, author_id from rule_sets
  where rules @> '[{"is_on": true, "when": "waits"}]' and author_id is not null`

export interface EventRow {
  id: string
  ticket_id: string
  kind: string
  at: Date
  message_id: string | null
  position: number | null
  from_support: boolean | null
  is_automatic: boolean | null
  is_rating: boolean
  level: 'set' | 'soon' | 'late' | null
  clock: string | null
}
export const listEventRows = (
  db: Db,
  where: { business_id: string; after: string; limit: number },
): Promise<EventRow[]> => db`
  select e.id, coalesce(m.ticket_id, e.ticket_id) as ticket_id, e.kind, e.created_at as at, m.id as message_id,
    m.position, m.from_support, m.is_automatic, r.ticket_id is not null as is_rating,
    case when e.kind = 'level' then e.data ->> 'level' end as level,
    case when e.kind = 'level' then e.data -> 'clock' ->> 'kind' end as clock
  from ticket_events e left join messages m on e.kind = 'message' and m.id = e.message_id
  left join ticket_ratings r on e.kind = 'ticket' and r.ticket_id = e.ticket_id and r.created_at = e.created_at
    and r.score <> 'skipped'
  where e.business_id = ${where.business_id} and e.id > ${where.after} order by e.id limit ${where.limit}`

/** Locks the ticket. Returns whether its customer waits for support. */
export const lockWaiting = async (tx: TransactionSql, ticket_id: string): Promise<boolean> => {
  const [row] = await tx<{ is_waiting: boolean }[]>`
    select waiting_since is not null and status = 'awaiting_response' as is_waiting from tickets
    where id = ${ticket_id} for no key update`
  return row?.is_waiting ?? false
}

/** Inserts a firing. Returns false if this event has already fired the rule. */
export const insertFiring = async (
  tx: TransactionSql,
  firing: Omit<FiringRow, 'number'> & { about: string; business_id: string },
): Promise<boolean> => {
  const rows = await tx`
    insert into rule_firings ${tx(firing, 'rule_id', 'ticket_id', 'about', 'business_id', 'name', 'at', 'fate', 'has_answered')}
    on conflict do nothing returning rule_id`
  return rows.length > 0
}

export const writeFate = async (
  tx: TransactionSql,
  { ticket_id, rule_id, about }: { ticket_id: string; rule_id: string; about: string },
  { fate, has_answered }: { fate: MacroFate; has_answered: boolean },
): Promise<void> => {
  await tx`
    update rule_firings set fate = ${fate}, has_answered = ${has_answered}
    where ticket_id = ${ticket_id} and rule_id = ${rule_id} and about = ${about}`
}

/** Gives a ticket to a group, whichever group it would match. */
export const giveToGroup = async (tx: TransactionSql, ticket_id: string, group_id: string): Promise<void> => {
  await tx`
    insert into ticket_groups (ticket_id, group_id) values (${ticket_id}, ${group_id})
    on conflict (ticket_id) do update set group_id = excluded.group_id`
}

export interface WaitRow {
  id: string
  waiting_since: Date
}
/** Returns those of the tickets whose customer waits. */
export const listWaitingAmong = (db: Db, ids: readonly string[]): Promise<WaitRow[]> => db`
  select id, waiting_since from tickets
  where id = any(${[...ids]}::bigint[]) and status = 'awaiting_response' and snoozed_until is null
    and waiting_since is not null order by id`

/** Returns the next page of tickets that have waited since `until` or longer, in the order of the queue's index. */
export const listNextWaits = async (
  db: Db,
  where: { business_id: string; rule_id: string; since: Date; until: Date; limit: number },
): Promise<WaitRow[]> => {
  const [kept] = await db<{ seen: Date; seen_id: string }[]>`
    select seen, seen_id from rule_waits where rule_id = ${where.rule_id} and seen >= ${where.since}`
  const { seen, seen_id } = kept ?? { seen: where.since, seen_id: '0' }
  return db<WaitRow[]>`
    select id, waiting_since from tickets
    where business_id = ${where.business_id} and status = 'awaiting_response' and snoozed_until is null
      and waiting_since >= ${seen} and waiting_since <= ${where.until}
      and (waiting_since > ${seen} or id > ${seen_id}::bigint)
    order by waiting_since, id limit ${where.limit}`
}

export const keepWait = async (
  db: Db,
  { business_id, rule_id, last }: { business_id: string; rule_id: string; last: WaitRow },
): Promise<void> => {
  await db`
    insert into rule_waits as w (rule_id, business_id, seen, seen_id)
    values (${rule_id}, ${business_id}, ${last.waiting_since}, ${last.id})
    on conflict (rule_id) do update set seen = excluded.seen, seen_id = excluded.seen_id
    where (w.seen, w.seen_id) < (excluded.seen, excluded.seen_id)`
}

/** Canned replies that all agents of the business share. */
export const listSharedCanned = (
  db: Db,
  business_id: string,
  limit: number,
): Promise<{ id: string; title: string; text: string }[]> => db`
  select id, title, text from canned_replies where business_id = ${business_id} and is_shared
  order by title, id limit ${limit}`

/** Deletes the rules' rows of tickets that are being erased. They refer to no files. */
export const takeFirings: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from rule_firings where ticket_id = any(${[...ticket_ids]}::bigint[])`
  await tx`delete from ticket_groups where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}

/** Clears a person as the author of rules. The rules do not run until somebody saves them again. */
export const forgetInRules = async (tx: Db, person_id: string): Promise<void> => {
  await tx`update rule_sets set author_id = null where author_id = ${person_id}`
}
