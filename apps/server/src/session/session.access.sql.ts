import type { Db, Fragment } from '@podmoga/sql/sql'

/** Everything that decides whether the bearer of a token may act, read in one query. */
export interface AccessRow {
  person_id: string
  business_id: string
  network: string | null
  paid_until: Date | null
  enabled: boolean
  /** Whether the token's session is open; true for an outside token, which has none. */
  session_open: boolean
  /** Whether the session has passed a second step; true for an outside token, whose provider has its own. */
  stepped: boolean
  /** null if the person may not enter the requested restaurant. */
  restaurant_id: string | null
  timezone: string | null
  agent_of: string[]
  editor_of: string[]
  admin_of: string[]
  /** Restaurants whose staff this person manages. */
  manager_of: string[]
  operator: boolean
}

/** The person and restaurant to read access for. */
export interface AccessQuestion {
  subject: string
  session_id: string | null
  restaurant_id: string | null
}

/**
 * The usual single question is passed as a row. For an array parameter PostgreSQL estimates a custom plan for the exact
 * length as cheaper than the generic one and replans every time, which takes ten times as long as the query itself.
 * Behind a `select` it cannot see the length.
 */
const questions = (db: Db, asked: readonly AccessQuestion[]): Fragment => {
  const [first] = asked
  if (first !== undefined && asked.length === 1)
    return db`(values (${first.subject}::text, ${first.session_id}::uuid, ${first.restaurant_id}::bigint, 1))`
  return db`unnest((select ${asked.map(({ subject }) => subject)}::text[]),
    (select ${asked.map(({ session_id }) => session_id)}::uuid[]),
    (select ${asked.map(({ restaurant_id }) => restaurant_id)}::bigint[])) with ordinality`
}

/** Answers all questions in one indexed query, in their order; undefined if no person has the subject. */
export const findAccess = async (
  db: Db,
  asked: readonly AccessQuestion[],
  now: Date,
): Promise<(AccessRow | undefined)[]> => {
  const rows = await db<(AccessRow & { at: number })[]>`
    select asked.at::int, p.id as person_id, p.business_id, b.network, b.paid_until,
      p.disabled_at is null as enabled,
      (asked.session_id is null or s.id is not null) as session_open,
      (asked.session_id is null or s.second_step_at is not null) as stepped,
      r.id as restaurant_id, r.timezone,
      array(select business_id::text from desk_members where person_id = p.id and role = 'agent') as agent_of,
      array(select business_id::text from desk_members where person_id = p.id and role = 'editor') as editor_of,
      array(select business_id::text from desk_members where person_id = p.id and role = 'admin') as admin_of,
      array(select m.restaurant_id::text from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = p.id and m.role = 'manager' and r.archived_at is null) as manager_of,
      exists (select from operators where person_id = p.id) as operator
    from ${questions(db, asked)} as asked (subject, session_id, restaurant_id, at)
    join people p on p.subject = asked.subject
    join businesses b on b.id = p.business_id
    left join sessions s on s.id = asked.session_id and s.person_id = p.id
      and s.ended_at is null and s.expires_at > ${now}
    left join memberships m on m.person_id = p.id and m.restaurant_id = asked.restaurant_id
    left join restaurants r on r.id = m.restaurant_id and r.business_id = p.business_id and r.archived_at is null`
  const found: (AccessRow | undefined)[] = asked.map(() => undefined)
  for (const { at, ...row } of rows) found[at - 1] = row
  return found
}

/** Whether the person is not disabled and the session is open; an outside token's session (null) counts as open. */
export const isAlive = async (
  db: Db,
  { person_id, session_id, now }: { person_id: string; session_id: string | null; now: Date },
): Promise<boolean> => {
  const rows = await db`
    select 1 from people
    where id = ${person_id} and disabled_at is null and (
      ${session_id}::uuid is null or exists (
        select 1 from sessions
        where id = ${session_id} and person_id = people.id and ended_at is null and expires_at > ${now}
      )
    )`
  return rows.length > 0
}
