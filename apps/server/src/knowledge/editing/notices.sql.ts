import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { businessZone } from './care.sql.ts'

/** An editor. `email`: their confirmed address, if any. */
export interface Recipient {
  id: string
  email: string | null
}

/** Lists the current editors of a business with their addresses. */
export const listRecipients = (db: Db, business_id: string): Promise<Recipient[]> => db<Recipient[]>`
  select p.id, case when p.email_verified_at is not null then p.email end as email
  from desk_members d join people p on p.id = d.person_id
  where d.business_id = ${business_id} and d.role = 'editor' and d.state <> 'disabled' and p.disabled_at is null
  order by p.id`

/** Local hour of the business before which no re-check notices are sent. */
const MORNING = 9

/** Lists businesses that have due re-checks without a notice. */
export const listDueBusinesses = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select business_id from (
      select m.business_id, min(k.check_on) as check_on from material_care k join materials m on m.id = k.material_id
      where k.check_on is not null and k.told_of is distinct from k.check_on
        and k.check_on <= (${now}::timestamptz at time zone 'UTC')::date + 1
      group by m.business_id
    ) due
    where ${now}::timestamptz at time zone ${businessZone(db, db`business_id`)}
      >= check_on + make_interval(hours => ${MORNING})
      and extract(hour from ${now}::timestamptz at time zone ${businessZone(db, db`business_id`)}) >= ${MORNING}`
  return rows.map(({ business_id }) => business_id)
}

export interface DueRow {
  material_id: string
  title: string
  owner_id: string | null
}

/** Takes due re-checks of a business and marks them as notified. Rows locked by another server are skipped. */
export const takeDueChecks = (tx: TransactionSql, { business_id, now }: { business_id: string; now: Date }) =>
  tx<DueRow[]>`
    with due as (
      select k.material_id from material_care k join materials m on m.id = k.material_id
      where m.business_id = ${business_id} and k.told_of is distinct from k.check_on
        and k.check_on <= (${now}::timestamptz at time zone ${businessZone(tx, business_id)})::date
      for update of k skip locked
    ), told as (
      update material_care k set told_of = k.check_on from due where k.material_id = due.material_id
      returning k.material_id, k.owner_id, k.check_on
    )
    select t.material_id, t.owner_id, coalesce(d.title, m.title) as title
    from told t join materials m on m.id = t.material_id left join material_drafts d on d.material_id = m.id
    order by t.check_on, title, t.material_id`
