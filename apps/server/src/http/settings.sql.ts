import type { Db } from '@podmoga/sql/sql'

/** The NOTIFY channel on which a commit tells every server that the settings of a business have changed. */
export const SETTINGS_CHANNEL = 'business_settings'

export interface SettingRow {
  business_id: string
  name: string
  value: unknown
  changed_at: Date
}

/** The settings stored by one business, or by all if null. */
export const listSettings = (db: Db, business_id: string | null): Promise<SettingRow[]> => db<SettingRow[]>`
  select business_id::text, name, value, changed_at from business_settings
  ${business_id === null ? db`` : db`where business_id = ${business_id}`}`

/** The only business of the installation; null if there are several or none. */
export const findSoleBusiness = async (db: Db): Promise<string | null> => {
  const rows = await db<{ id: string }[]>`select id::text from businesses order by id limit 2`
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

/** Notifies every server when the caller's transaction commits. */
export const notifySettings = async (tx: Db, business_id: string): Promise<void> => {
  await tx`select pg_notify(${SETTINGS_CHANNEL}, ${business_id})`
}
