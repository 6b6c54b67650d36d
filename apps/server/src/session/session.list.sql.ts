import type { Db } from '@podmoga/sql/sql'

export interface SessionRow {
  id: string
  created_at: Date
  last_seen_at: Date
  user_agent: string | null
  ip: string | null
}

interface Whose {
  person_id: string
  now: Date
}

const openSessions = (db: Db, { person_id, now }: Whose) => db`
    select id, created_at, last_seen_at, user_agent, ip from sessions
    where person_id = ${person_id} and ended_at is null and expires_at > ${now}`

/** Open sessions of a person, most recently seen first. */
export const listOpenSessions = (db: Db, whose: Whose): Promise<SessionRow[]> => db<SessionRow[]>`
    ${openSessions(db, whose)} order by last_seen_at desc, created_at desc, id`

/** The fifty most recently opened sessions, newest first. */
export const listNewestSessions = (db: Db, whose: Whose): Promise<SessionRow[]> => db<SessionRow[]>`
    ${openSessions(db, whose)} order by created_at desc limit 50`
