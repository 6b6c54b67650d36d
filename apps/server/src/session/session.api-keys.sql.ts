import type { KeyScope } from '@podmoga/contract/rights'
import type { Db } from '../db/sql.ts'

export interface ApiKeyRow {
  id: string
  business_id: string
  /** `sub` of whoever made it. */
  subject: string
  scopes: KeyScope[]
  last_used_at: Date | null
}

/** The key that is neither revoked nor over; undefined otherwise. */
export const findApiKey = async (
  db: Db,
  { key_hash, now }: { key_hash: Buffer; now: Date },
): Promise<ApiKeyRow | undefined> => {
  const [row] = await db<ApiKeyRow[]>`
    select k.id, k.business_id, p.subject, k.scopes, k.last_used_at
    from api_keys k join people p on p.id = k.person_id
    where k.key_hash = ${key_hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`
  return row
}

/** Writes down that a key was used, unless somebody has done so since `before`. */
export const noteApiKeyUsed = async (
  db: Db,
  { id, now, before }: { id: string; now: Date; before: Date },
): Promise<void> => {
  await db`
    update api_keys set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at < ${before} or last_used_at > ${now})`
}
