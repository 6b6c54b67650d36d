import type { Db } from '../db/sql.ts'

export interface SessionRow {
  id: string
  created_at: Date
  last_seen_at: Date
  user_agent: string | null
  ip: string | null
}

/** Open sessions of a person, the one seen last first. */
export const listOpenSessions = (
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<SessionRow[]> => db<SessionRow[]>`
    select id, created_at, last_seen_at, user_agent, ip from sessions
    where person_id = ${person_id} and ended_at is null and expires_at > ${now}
    order by last_seen_at desc, created_at desc, id`
