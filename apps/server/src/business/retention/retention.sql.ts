import type { Db } from '@podmoga/sql/sql'

/** Serializes sweeps across servers; returns false if another one is running. */
export const lockRetention = async (tx: Db, business_id: string): Promise<boolean> => {
  const [row] = await tx<{ ours: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`retention of ${business_id}`}, 0)) as ours`
  return row?.ours === true
}

export interface KeptFor {
  business_id: string
  keep_tickets_months: number | null
  keep_files_months: number | null
}

/** Retention periods of one business, or of all that have configured any. */
export const listKeptFor = (db: Db, business_id: string | null): Promise<KeptFor[]> => db<KeptFor[]>`
  select business_id,
    max(value::text::int) filter (where name = 'keep_tickets_months') as keep_tickets_months,
    max(value::text::int) filter (where name = 'keep_files_months') as keep_files_months
  from business_settings
  where name in ('keep_tickets_months', 'keep_files_months')
    ${business_id === null ? db`` : db`and business_id = ${business_id}`}
  group by business_id order by business_id`
