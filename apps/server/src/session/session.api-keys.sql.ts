import type { KeyScope } from '@podmoga/contract/rights'
import type { Db } from '@podmoga/sql/sql'

export interface ApiKeyRow {
  id: string
  business_id: string
  /** `sub` of the person who created the key. */
  subject: string
  scopes: KeyScope[]
  last_used_at: Date | null
}

/** Returns the key; undefined if it is unknown, revoked or expired. */
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

/** Records the last use of a key, unless another process has done so since `before`. */
export const noteApiKeyUsed = async (
  db: Db,
  { id, now, before }: { id: string; now: Date; before: Date },
): Promise<void> => {
  await db`
    update api_keys set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at < ${before} or last_used_at > ${now})`
}

export const insertKey = async (
  db: Db,
  key: {
    business_id: string
    person_id: string
    name: string
    prefix: string
    key_hash: Buffer
    scopes: readonly KeyScope[]
    now: Date
    expires_at: Date | null
  },
): Promise<string> => {
  const [row] = await db<{ id: string }[]>`
    insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes, created_at, expires_at)
    values (${key.business_id}, ${key.person_id}, ${key.name}, ${key.prefix}, ${key.key_hash},
      ${[...key.scopes]}::text[], ${key.now}, ${key.expires_at})
    returning id`
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** Returns the revoked key's name and prefix; undefined if the business has no such key or it was already revoked. */
export const revokeKey = async (
  db: Db,
  { business_id, id, now }: { business_id: string; id: string; now: Date },
): Promise<{ name: string; prefix: string } | undefined> => {
  const [row] = await db<{ name: string; prefix: string }[]>`
    update api_keys set revoked_at = ${now}
    where id = ${id} and business_id = ${business_id} and revoked_at is null
    returning name, prefix`
  return row
}
