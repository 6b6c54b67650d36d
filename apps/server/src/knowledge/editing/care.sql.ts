import type { Db, Fragment, TransactionSql } from '@podmoga/sql/sql'

/** SQL: the time zone of a business, which is that of its first open restaurant. */
export const businessZone = (db: Db, business_id: string | Fragment) => db`
  coalesce((select r.timezone from restaurants r where r.business_id = ${business_id}
    order by r.archived_at is not null, r.id limit 1), 'Asia/Tashkent')`

export const findZone = async (db: Db, business_id: string): Promise<string> => {
  const [row] = await db<{ zone: string }[]>`select ${businessZone(db, business_id)} as zone`
  return row?.zone ?? 'Asia/Tashkent'
}

/** Lists the current editors of a business. */
export const listEditors = (db: Db, business_id: string) =>
  db<{ id: string; name: string }[]>`
    select p.id, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email, p.phone, '') as name
    from desk_members d join people p on p.id = d.person_id
    where d.business_id = ${business_id} and d.role = 'editor' and d.state <> 'disabled'
    order by d.sort_name collate "C", p.id`

export interface CareRow {
  owner_id: string | null
  check_on: string | null
  check_months: number | null
  checked_at: Date | null
  checked_by: string | null
}

export const findCare = async (db: Db, material_id: string): Promise<CareRow | undefined> => {
  const [row] = await db<CareRow[]>`
    select k.owner_id, k.check_on::text as check_on, k.check_months::int as check_months, k.checked_at,
      nullif(concat_ws(' ', p.first_name, p.last_name), '') as checked_by
    from material_care k left join people p on p.id = k.checked_by
    where k.material_id = ${material_id}`
  return row
}

/** Updates the given fields only. `check_months` without `check_on` counts from today in the zone of the business. */
export const writeCare = async (
  tx: TransactionSql,
  { material_id, business_id, now, ...given }: CareChange,
): Promise<void> => {
  const { owner, check_on, check_months } = given
  await tx`insert into material_care (material_id) values (${material_id}) on conflict do nothing`
  const counted = tx`case when ${check_months ?? null}::int is not null then
    ((${now}::timestamptz at time zone ${businessZone(tx, business_id)})
      + make_interval(months => ${check_months ?? null}::int))::date end`
  await tx`
    update material_care set
      owner_id = ${owner === undefined ? tx`owner_id` : owner},
      check_months = ${check_months === undefined ? tx`check_months` : check_months},
      check_on = ${check_on !== undefined ? check_on : check_months === undefined ? tx`check_on` : counted}
    where material_id = ${material_id}`
}

interface CareChange {
  material_id: string
  business_id: string
  now: Date
  owner?: string | null | undefined
  check_on?: string | null | undefined
  check_months?: number | null | undefined
}

/** Marks a material as re-checked. Returns false, without a change, if its `check_on` is not the one that was seen. */
export const writeChecked = async (
  tx: TransactionSql,
  checked: { material_id: string; business_id: string; seen: string | null; person_id: string; now: Date },
): Promise<boolean> => {
  const { material_id, business_id, seen, person_id, now } = checked
  await tx`insert into material_care (material_id) values (${material_id}) on conflict do nothing`
  const rows = await tx`
    update material_care set checked_at = ${now}, checked_by = ${person_id},
      check_on = ((${now}::timestamptz at time zone ${businessZone(tx, business_id)})
        + make_interval(months => check_months))::date
    where material_id = ${material_id} and check_on is not distinct from ${seen}::date
    returning material_id`
  return rows.length > 0
}
