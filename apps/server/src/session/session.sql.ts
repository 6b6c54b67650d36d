import { randomBytes } from 'node:crypto'
import type { DeskRole } from '@podmoga/contract/session'
import type { Db, Sql } from '@podmoga/sql/sql'
import { auditOfEnded, type Ended } from '../db/audit.ts'
import { noteRevoked } from './tokens/revoked.ts'

/** A person's business, restaurants by name, and roles at the desk. */
export interface Memberships {
  first_name: string | null
  business: { id: string; name: string; network: string | null }
  restaurants: { id: string; name: string }[]
  desk_roles: DeskRole[]
}

export interface LoginRow {
  id: string
  subject: string
  password_hash: string | null
  disabled_at: Date | null
}

/** Finds the person with this e-mail (any case) or this phone (E.164). */
export const findLogin = async (
  db: Db,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<LoginRow | undefined> => {
  if (email === null && phone === null) return undefined
  const [row] = await db<LoginRow[]>`
    select id, subject, password_hash, disabled_at from people
    where ${email === null ? db`phone = ${phone}` : db`lower(email) = lower(${email})`}`
  return row
}

/** The distinct addresses of a person's latest sign-ins. */
export const listSignInAddresses = async (
  db: Db,
  { person_id, since }: { person_id: string; since: Date },
): Promise<string[]> => {
  const rows = await db<{ ip: string }[]>`
    select distinct ip from (
      select ip from audit
      where person_id = ${person_id} and event = 'signed_in' and at > ${since} and ip is not null
      order by at desc limit 100) latest`
  return rows.map(({ ip }) => ip)
}

// Sorted here because a self-hosted PostgreSQL may lack Russian collations.
const byName = new Intl.Collator('ru', { numeric: true })

/** Restaurants are sorted by name in Russian order. */
export const findMemberships = async (
  db: Db,
  { person_id }: { person_id: string },
): Promise<Memberships | undefined> => {
  const [row] = await db<Memberships[]>`
    select p.first_name,
      json_build_object('id', b.id::text, 'name', b.name, 'network', b.network) as business,
      coalesce((
        select json_agg(json_build_object('id', r.id::text, 'name', r.name) order by r.id)
        from memberships m join restaurants r on r.id = m.restaurant_id and r.business_id = p.business_id
        where m.person_id = p.id and r.archived_at is null), '[]') as restaurants,
      array(
        select role from desk_members where person_id = p.id
        union select 'manager' from memberships where person_id = p.id and role = 'manager'
        union select 'operator' from operators where person_id = p.id
        order by 1) as desk_roles
    from people p join businesses b on b.id = p.business_id
    where p.id = ${person_id}`
  row?.restaurants.sort((a, b) => byName.compare(a.name, b.name))
  return row
}

// 128 random bits: PostgreSQL's own UUIDs use six of them for the version.
const newSessionId = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * Opens a session with its first renewal token. Ends the person's oldest sessions beyond `max_sessions`. Returns the
 * new session's id.
 */
export const startSession = (
  sql: Sql,
  session: {
    person_id: string
    now: Date
    expires_at: Date
    token_hash: Buffer
    max_sessions: number
    user_agent: string | null
    ip: string
    second_step_at: Date | null
  },
): Promise<string> =>
  sql.begin(async (db) => {
    const { person_id, now, expires_at } = session
    const id = newSessionId()
    // Serializes sign-ins of one person: two at once would both count the same sessions.
    await db`select from people where id = ${person_id} for no key update`
    await db`
      insert into sessions (id, person_id, created_at, last_seen_at, expires_at, user_agent, ip, confirmed_at, second_step_at)
      values (${id}, ${person_id}, ${now}, ${now}, ${expires_at}, ${session.user_agent}, ${session.ip}, ${now},
        ${session.second_step_at})`
    await db`
      insert into renewals (token_hash, session_id, issued_at) values (${session.token_hash}, ${id}, ${now})`
    const over = await db<{ id: string }[]>`
      select id from sessions
      where person_id = ${person_id} and ended_at is null and expires_at > ${now}
      order by (id = ${id}) desc, created_at desc, id
      offset ${session.max_sessions}`
    for (const old of over)
      await endSession(db, { session_id: old.id, reason: 'too_many_sessions', now, ip: session.ip })
    return id
  })

/**
 * Whether a session is still open. Called in the transaction of a change: a request received before the session ended
 * must not write after it. An outside token has no session (null) and counts as open.
 */
export const isSessionOpen = async (db: Db, session_id: string | null): Promise<boolean> =>
  session_id === null ||
  (await db`select from sessions where id = ${session_id} and ended_at is null for share`).count > 0

/** Ends one session and writes its audit row; does nothing if it has already ended. */
export const endSession = async (db: Db, ended: Ended & { session_id: string }): Promise<void> => {
  const rows = await db<{ person_id: string }[]>`
    with ended as (
      update sessions set ended_at = ${ended.now}, end_reason = ${ended.reason}
      where id = ${ended.session_id} and ended_at is null
      returning id, person_id)
    ${auditOfEnded(db, ended)}
    returning person_id`
  for (const { person_id } of rows) noteRevoked(person_id)
}

/**
 * Ends all sessions of a person except one (null: all) and writes their audit rows. This process refuses their tokens
 * at once, other processes within 2 s of the commit.
 */
export const endSessions = async (
  db: Db,
  ended: Ended & { person_id: string; except_session_id: string | null },
): Promise<void> => {
  await db`
    with ended as (
      update sessions set ended_at = ${ended.now}, end_reason = ${ended.reason}
      where person_id = ${ended.person_id} and ended_at is null
        and id is distinct from ${ended.except_session_id}::uuid
      returning id, person_id)
    ${auditOfEnded(db, ended)}`
  noteRevoked(ended.person_id)
}
