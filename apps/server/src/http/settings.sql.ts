import type { Db } from '@podmoga/sql/sql'

/** The channel on which a commit tells every server that a business has other settings. */
export const SETTINGS_CHANNEL = 'business_settings'

export interface SettingRow {
  business_id: string
  name: string
  value: unknown
  changed_at: Date
}

/** What one business, or every one, has set for itself. */
export const listSettings = (db: Db, business_id: string | null): Promise<SettingRow[]> => db<SettingRow[]>`
  select business_id::text, name, value, changed_at from business_settings
  ${business_id === null ? db`` : db`where business_id = ${business_id}`}`

/** The only business of the installation; null when there are several or none. */
export const findSoleBusiness = async (db: Db): Promise<string | null> => {
  const rows = await db<{ id: string }[]>`select id::text from businesses order by id limit 2`
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

/** Wakes every server at the commit of the caller's transaction. */
export const tellSettings = async (tx: Db, business_id: string): Promise<void> => {
  await tx`select pg_notify(${SETTINGS_CHANNEL}, ${business_id})`
}
