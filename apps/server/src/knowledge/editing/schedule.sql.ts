import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { MaterialText } from '../knowledge.rows.ts'
import { businessZone } from './care.sql.ts'

export const SAME = 'Текст не отличается от опубликованного.'

export interface ScheduleRow {
  publish_at: Date
  local: string
  zone: string
  set_by: string | null
  is_current: boolean
}

/** Finds the scheduled publication of a material. `is_current`: its text is still the latest. */
export const findSchedule = async (db: Db, material_id: string): Promise<ScheduleRow | undefined> => {
  const [row] = await db<ScheduleRow[]>`
    select s.publish_at, z.zone, to_char(s.publish_at at time zone z.zone, 'YYYY-MM-DD"T"HH24:MI') as local,
      nullif(concat_ws(' ', p.first_name, p.last_name), '') as set_by,
      case when d.material_id is null
        then s.title = m.title and s.content = m.content and s.cover_id is not distinct from m.cover_id
          and s.file_ids = m.file_ids
        else s.title = d.title and s.content = d.content and s.cover_id is not distinct from d.cover_id
          and s.file_ids = d.file_ids end as is_current
    from material_schedules s
    join materials m on m.id = s.material_id
    cross join lateral (select ${businessZone(db, db`m.business_id`)} as zone) z
    left join material_drafts d on d.material_id = m.id
    left join people p on p.id = s.person_id
    where s.material_id = ${material_id}`
  return row
}

/** Converts a local time of a business to a moment. */
export const momentOf = async (db: Db, business_id: string, local: string): Promise<Date> => {
  const [row] = await db<{ at: Date }[]>`
    select ${local}::timestamp at time zone ${businessZone(db, db`${business_id}::bigint`)} as at`
  if (row === undefined) throw new Error('a moment was expected')
  return row.at
}

export const writeSchedule = async (
  tx: TransactionSql,
  set: MaterialText & { material_id: string; publish_at: Date; person_id: string; now: Date },
): Promise<void> => {
  const { material_id, publish_at, title, content, cover_id, file_ids, person_id, now } = set
  await tx`
    insert into material_schedules
      (material_id, publish_at, title, content, cover_id, file_ids, person_id, created_at)
    values (${material_id}, ${publish_at}, ${title}, ${content}, ${cover_id}, ${[...file_ids]}, ${person_id}, ${now})
    on conflict (material_id) do update set publish_at = excluded.publish_at, title = excluded.title,
      content = excluded.content, cover_id = excluded.cover_id, file_ids = excluded.file_ids,
      person_id = excluded.person_id, created_at = excluded.created_at`
}

/** Lists due publications, oldest first. */
export const listDueSchedules = (db: Db, now: Date) =>
  db<{ material_id: string; business_id: string }[]>`
    select s.material_id, m.business_id from material_schedules s join materials m on m.id = s.material_id
    where s.publish_at <= ${now} order by s.publish_at limit 100`

/** Locks the material until the transaction ends. Returns its text to publish, if it is due. */
export const takeDueSchedule = async (
  tx: TransactionSql,
  { material_id, now }: { material_id: string; now: Date },
): Promise<(MaterialText & { person_id: string | null }) | undefined> => {
  await tx`select from materials where id = ${material_id} for update`
  const [row] = await tx<(MaterialText & { person_id: string | null })[]>`
    select title, content, cover_id, file_ids, person_id from material_schedules
    where material_id = ${material_id} and publish_at <= ${now}`
  return row
}
