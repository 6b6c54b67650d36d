import type { Db } from './sql.ts'

/** One security event. `detail` holds no secret, and no address or number in clear. */
export interface AuditEntry {
  at: Date
  event: string
  person_id?: string | null
  session_id?: string | null
  ip?: string | null
  request_id?: string | null
  detail?: Record<string, string | number | boolean | null>
}

/** Writes one row of the audit: who, when, where. */
export const writeAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db`
    insert into audit (at, event, person_id, session_id, ip, request_id, detail)
    values (${entry.at}, ${entry.event}, ${entry.person_id ?? null}, ${entry.session_id ?? null},
      ${entry.ip ?? null}, ${entry.request_id ?? null}, ${db.json(entry.detail ?? {})})`
}
