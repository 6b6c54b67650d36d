import type { Db } from '../db/sql.ts'

/** Everything that decides whether a token's bearer may act, read at once. */
export interface AccessRow {
  person_id: string
  business_id: string
  network: string | null
  paid_until: Date | null
  enabled: boolean
  /** Whether the token's session is open; true for an outside token, which has none. */
  session_open: boolean
  /** Whether the session has passed a second step; an outside token's provider keeps its own. */
  stepped: boolean
  /** null when the person may not enter the restaurant that was asked for. */
  restaurant_id: string | null
  timezone: string | null
  agent_of: string[]
  editor_of: string[]
  admin_of: string[]
  /** Restaurants whose people this person keeps. */
  manager_of: string[]
  operator: boolean
}

/** One indexed query per token and restaurant; undefined when nobody has the subject. */
export const findAccess = async (
  db: Db,
  asked: { subject: string; session_id: string | null; restaurant_id: string | null; now: Date },
): Promise<AccessRow | undefined> => {
  const [row] = await db<AccessRow[]>`
    select p.id as person_id, p.business_id, b.network, b.paid_until,
      p.disabled_at is null as enabled,
      (${asked.session_id}::uuid is null or s.id is not null) as session_open,
      (${asked.session_id}::uuid is null or s.second_step_at is not null) as stepped,
      r.id as restaurant_id, r.timezone,
      array(select business_id::text from desk_members where person_id = p.id and role = 'agent') as agent_of,
      array(select business_id::text from desk_members where person_id = p.id and role = 'editor') as editor_of,
      array(select business_id::text from desk_members where person_id = p.id and role = 'admin') as admin_of,
      array(select m.restaurant_id::text from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = p.id and m.role = 'manager' and r.archived_at is null) as manager_of,
      exists (select from operators where person_id = p.id) as operator
    from people p
    join businesses b on b.id = p.business_id
    left join sessions s on s.id = ${asked.session_id}::uuid and s.person_id = p.id
      and s.ended_at is null and s.expires_at > ${asked.now}
    left join memberships m on m.person_id = p.id and m.restaurant_id = ${asked.restaurant_id}::bigint
    left join restaurants r on r.id = m.restaurant_id and r.business_id = p.business_id and r.archived_at is null
    where p.subject = ${asked.subject}`
  return row
}

/** Whether a person is not disabled and their session is open; an outside token's (null) always is. */
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
