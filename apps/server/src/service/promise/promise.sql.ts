import type { Db, Sql } from '@podmoga/sql/sql'
import type { Claim } from '../../background/background.ts'
import type { Promises } from './promise.rules.ts'

/** Leases businesses whose promises are due to be computed, including new ones. */
export const takePromises = async (
  sql: Sql,
  { now, lease_until, limit }: Claim,
): Promise<{ business_id: string }[]> => {
  await sql`
    insert into service_promises (business_id, due_at)
    select id, ${now} from businesses b
    where not exists (select from service_promises where business_id = b.id)
    on conflict do nothing`
  return sql`
    update service_promises set due_at = ${lease_until} where business_id in (
      select business_id from service_promises where due_at <= ${now}
      order by due_at limit ${limit} for update skip locked)
    returning business_id`
}

export const writePromises = async (
  sql: Sql,
  kept: { business_id: string; counted_at: Date; due_at: Date; zone: string; hours: Promises },
): Promise<void> => {
  await sql`
    update service_promises set due_at = ${kept.due_at}, counted_at = ${kept.counted_at}, zone = ${kept.zone},
      hours = ${sql.json(kept.hours)}
    where business_id = ${kept.business_id}`
}

export const findPromises = async (
  db: Db,
  business_id: string,
): Promise<{ zone: string; hours: Promises } | undefined> => {
  const [row] = await db<{ zone: string; hours: Promises }[]>`
    select zone, hours from service_promises where business_id = ${business_id} and zone is not null`
  return row
}

/** Returns a sample of the tickets created since then, except merged ones, ordered by a hash of the id. */
export const listRecentIds = async (
  db: Db,
  { business_id, since, limit }: { business_id: string; since: Date; limit: number },
): Promise<string[]> => {
  // One index per status; a ticket created since then can only have been closed since then.
  const rows = await db<{ id: string }[]>`
    select id from (
      select id from tickets
      where business_id = ${business_id} and status = 'processed' and closed_at >= ${since} and created_at >= ${since}
      union all
      select id from tickets
      where business_id = ${business_id} and status = 'awaiting_response' and created_at >= ${since}
    ) recent
    order by hashint8(id), id limit ${limit}`
  return rows.map(({ id }) => id)
}
