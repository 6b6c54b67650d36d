import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { MaterialText } from '../knowledge.rows.ts'
import { businessZone } from './care.sql.ts'

export interface ReviewRow extends MaterialText {
  publish_at: Date | null
  local: string | null
  person_id: string
  asked_by: string
  wrote_id: string | null
  asked_at: Date
  returned_at: Date | null
  returned_by: string | null
  returned_by_id: string | null
  word: string | null
  is_current: boolean
}

/** Finds the review of a material: waiting, or returned. */
export const findReview = async (db: Db, material_id: string): Promise<ReviewRow | undefined> => {
  const [row] = await db<ReviewRow[]>`
    select v.title, v.content, v.cover_id, v.file_ids, v.publish_at, v.person_id, v.wrote_id, v.asked_at,
      v.returned_at, v.returned_by as returned_by_id, v.word, concat_ws(' ', p.first_name, p.last_name) as asked_by,
      nullif(concat_ws(' ', b.first_name, b.last_name), '') as returned_by,
      to_char(v.publish_at at time zone ${businessZone(db, db`m.business_id`)}, 'YYYY-MM-DD"T"HH24:MI') as local,
      v.title = coalesce(d.title, m.title) and v.content = coalesce(d.content, m.content)
        and v.cover_id is not distinct from case when d.material_id is null then m.cover_id else d.cover_id end
        and v.file_ids = coalesce(d.file_ids, m.file_ids) as is_current
    from material_reviews v
    join materials m on m.id = v.material_id
    join people p on p.id = v.person_id
    left join people b on b.id = v.returned_by
    left join material_drafts d on d.material_id = m.id
    where v.material_id = ${material_id}`
  return row
}

export const writeReturned = async (
  tx: TransactionSql,
  { material_id, person_id, word, now }: { material_id: string; person_id: string; word: string; now: Date },
): Promise<void> => {
  await tx`
    update material_reviews set returned_at = ${now}, returned_by = ${person_id}, word = ${word}
    where material_id = ${material_id}`
}
