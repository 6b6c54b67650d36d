import type { Db } from '@podmoga/sql/sql'
import { listSettings } from '../../http/settings.sql.ts'
import type { KeptSettings } from '../../http/settings.ts'

/** The business's own settings, read under a lock that serializes their changes. */
export const lockSettings = async (tx: Db, business_id: string): Promise<KeptSettings> => {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`settings of ${business_id}`}, 0))`
  const rows = await listSettings(tx, business_id)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as KeptSettings
}

/** Saves changed settings; null resets one to the installation's value and stores no row. */
export const writeSettings = async (
  tx: Db,
  { business_id, changes, now }: { business_id: string; changes: Record<string, unknown>; now: Date },
): Promise<void> => {
  const names = Object.keys(changes)
  await tx`delete from business_settings where business_id = ${business_id} and name = any(${names}::text[])`
  const kept = Object.entries(changes).filter(([, value]) => value !== null)
  for (const [name, value] of kept)
    await tx`
      insert into business_settings (business_id, name, value, changed_at)
      values (${business_id}, ${name}, ${tx.json(value)}, ${now})`
}

/** People of a business's desk who have a verified e-mail and no second step yet. */
export const listUnprepared = (db: Db, business_id: string): Promise<{ id: string; email: string }[]> => db<
  { id: string; email: string }[]
>`
  select p.id, p.email from people p
  where p.disabled_at is null and p.email_verified_at is not null
    and (exists (select from desk_members d where d.person_id = p.id and d.business_id = ${business_id})
      or p.business_id = ${business_id}
        and exists (select from memberships m where m.person_id = p.id and m.role = 'manager'))
    and not exists (select from totp_keys t where t.person_id = p.id and t.sealed is not null)
    and not exists (select from passkeys k where k.person_id = p.id)`
