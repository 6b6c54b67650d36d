import { currentCaller } from '@podmoga/sql/caller'
import type { Db } from '@podmoga/sql/sql'

/** A security event. `detail` contains no secrets, and no address or phone number in clear text. */
export interface AuditEntry {
  at: Date
  event: string
  person_id?: string | null
  session_id?: string | null
  ip?: string | null
  request_id?: string | null
  detail?: Record<string, string | number | boolean | null>
  /** The business whose journal shows the event. */
  business_id?: string | null
  /** The object of the action, such as `person 12` or `restaurant 3`. */
  subject?: string | null
  before?: Record<string, AuditValue> | null
  after?: Record<string, AuditValue> | null
  /** A part of a larger action of the same request; the journal shows it when that action is expanded. */
  is_part?: boolean
}

type AuditValue = string | number | boolean | null | readonly string[]

/** The API key of the current request. */
const keyHere = (): string | null => currentCaller()?.tag ?? null

/** Writes one audit row: who, when, from where, and with which key. */
export const writeAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db`
    insert into audit (at, event, person_id, session_id, ip, request_id, detail, business_id, subject, before, after,
      is_part, key_id)
    values (${entry.at}, ${entry.event}, ${entry.person_id ?? null}, ${entry.session_id ?? null},
      ${entry.ip ?? null}, ${entry.request_id ?? null}, ${db.json(entry.detail ?? {})},
      ${entry.business_id ?? null}, ${entry.subject ?? null},
      ${entry.before == null ? null : db.json(entry.before)}, ${entry.after == null ? null : db.json(entry.after)},
      ${entry.is_part ?? false}, ${keyHere()})`
}

/** Writes many audit rows in one statement. */
export const writeAudits = async (db: Db, entries: readonly AuditEntry[]): Promise<void> => {
  const rows = entries.map((entry) => ({ ...entry, at: entry.at.toISOString(), detail: entry.detail ?? {} }))
  await db`
    insert into audit (at, event, person_id, session_id, ip, request_id, detail, business_id, subject, before, after,
      is_part, key_id)
    select at, event, person_id, session_id, ip, request_id, detail, business_id, subject, before, after,
      coalesce(is_part, false), ${keyHere()}::uuid
    from jsonb_to_recordset(${db.json(rows)}) as r (at timestamptz, event text, person_id bigint, session_id uuid,
      ip text, request_id text, detail jsonb, business_id bigint, subject text, before jsonb, after jsonb, is_part boolean)`
}

/** The circumstances in which sessions ended. */
export interface Ended {
  now: Date
  reason: string
  ip?: string | null
  request_id?: string | null
}

/**
 * The end of a statement that begins with `with ended as (… returning id, person_id)`: inserts an audit row for each session.
 * Being one statement, it is atomic even outside a transaction.
 */
export const auditOfEnded = (db: Db, { now, reason, ip = null, request_id = null }: Ended) => db`
  insert into audit (at, event, person_id, session_id, ip, request_id, detail)
  select ${now}, 'session_ended', person_id, id, ${ip}, ${request_id}, jsonb_build_object('reason', ${reason}::text)
  from ended`
