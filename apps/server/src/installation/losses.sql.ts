import type { Db } from '@podmoga/sql/sql'

/** Numbers of values sealed or signed with the lost keys. */
export interface KeyLosses {
  second_steps: number
  recovery_codes: number
  devices: number
  letters: number
  providers: number
  posters: number
}

export const countKeyLosses = async (db: Db, now: Date): Promise<KeyLosses> => {
  const [row] = await db<KeyLosses[]>`
    select (select count(*)::int from totp_keys where sealed is not null) as second_steps,
      (select count(distinct person_id)::int from recovery_codes where used_at is null) as recovery_codes,
      (select count(*)::int from push_subscriptions) as devices,
      (select count(*)::int from outbox where sent_at is null and failed_at is null and expires_at > ${now}) as letters,
      (select count(*)::int from identity_providers) as providers,
      (select count(*)::int from posters where revoked_at is null and expires_at > ${now}) as posters`
  if (row === undefined) throw new Error('nothing was counted')
  return row
}

/** The keys of all attached files. */
export const listAttachedKeys = async (db: Db): Promise<string[]> => {
  const rows = await db<{ key: string }[]>`select key from stored_files where attached_at is not null`
  return rows.map(({ key }) => key)
}
