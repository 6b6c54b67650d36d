import type { KeyScope } from '@podmoga/contract/rights'
import type { Db } from '@podmoga/sql/sql'

export interface KeptKeyRow {
  id: string
  name: string
  prefix: string
  scopes: KeyScope[]
  person: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

/** The newest keys of a business, without those revoked long ago. */
export const listKeyRows = (
  db: Db,
  { business_id, revoked_after, limit }: { business_id: string; revoked_after: Date; limit: number },
): Promise<KeptKeyRow[]> => db<KeptKeyRow[]>`
    select k.id, k.name, k.prefix, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
      nullif(concat_ws(' ', p.first_name, p.last_name), '') as person
    from api_keys k join people p on p.id = k.person_id
    where k.business_id = ${business_id} and (k.revoked_at is null or k.revoked_at > ${revoked_after})
    order by k.created_at desc, k.id limit ${limit}`

/** Number of active keys of a business (neither revoked nor expired). */
export const countKeys = async (
  db: Db,
  { business_id, now }: { business_id: string; now: Date },
): Promise<number> => {
  // Serializes: two at once would both count the same.
  await db`select from businesses where id = ${business_id} for no key update`
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from api_keys
    where business_id = ${business_id} and revoked_at is null and (expires_at is null or expires_at > ${now})`
  return row?.count ?? 0
}

/** Whether a key is neither revoked nor expired. */
export const isKeyOpen = async (db: Db, { id, now }: { id: string; now: Date }): Promise<boolean> => {
  const rows = await db`
    select from api_keys where id = ${id}::uuid and revoked_at is null and (expires_at is null or expires_at > ${now})`
  return rows.length > 0
}

/** Roles of a person at the desk of one business. */
export const findOwnRoles = async (
  db: Db,
  { business_id, person_id }: { business_id: string; person_id: string },
): Promise<string[]> => {
  const rows = await db<{ role: string }[]>`
    select role from desk_members where business_id = ${business_id} and person_id = ${person_id}`
  return rows.map(({ role }) => role)
}
