import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { isNarrower } from '../knowledge.audience.sql.ts'
import type { MaterialFileRow, MaterialText } from '../knowledge.rows.ts'
import { dropSchedule } from '../knowledge.write.sql.ts'

/** A material for editors: with the text of the draft if there is one, else the published text. */
export interface EditedRow extends MaterialText {
  id: string
  business_id: string
  state: 'draft' | 'published' | 'changed'
  section: { id: string; name: string }
  subcategory: { id: string; name: string }
  files: MaterialFileRow[]
  faq_position: number | null
  also_asked: string[]
  revision: number
  edited_at: Date
  edited_by: string | null
  published_at: Date | null
  helpful: number
  not_helpful: number
  /** A restaurant of the business, used in the editor's links, and its IANA zone. */
  restaurant_id: string | null
  timezone: string
}

/** Finds a material of these businesses. `lock`: locks its row until the transaction ends. */
export const findEditedRow = async (
  db: Db,
  {
    business_ids,
    material_id,
    lock = false,
  }: { business_ids: readonly string[]; material_id: string; lock?: boolean },
): Promise<EditedRow | undefined> => {
  const [row] = await db<EditedRow[]>`
    select m.id, m.business_id, m.faq_position, m.also_asked, m.revision, m.edited_at, m.published_at,
      case when m.published_at is null then 'draft' when d.material_id is null then 'published' else 'changed' end as state,
      coalesce(d.title, m.title) as title, coalesce(d.content, m.content) as content,
      case when d.material_id is null then m.cover_id else d.cover_id end as cover_id,
      coalesce(d.file_ids, m.file_ids) as file_ids,
      json_build_object('id', s.id::text, 'name', s.name) as section,
      json_build_object('id', c.id::text, 'name', c.name) as subcategory,
      nullif(concat_ws(' ', p.first_name, p.last_name), '') as edited_by,
      (select count(*)::int from material_feedback f where f.material_id = m.id and f.helpful) as helpful,
      (select count(*)::int from material_feedback f where f.material_id = m.id and not f.helpful) as not_helpful,
      coalesce((
        select json_agg(json_build_object(
          'id', f.id, 'kind', f.kind, 'file_key', f.file_key, 'file_name', f.file_name,
          'content_type', f.content_type, 'size', f.size, 'width', f.width, 'height', f.height))
        from material_files f where f.material_id = m.id
      ), '[]') as files,
      r.id as restaurant_id, coalesce(r.timezone, 'Asia/Tashkent') as timezone
    from materials m
    join subcategories c on c.id = m.subcategory_id
    join sections s on s.id = c.section_id
    left join material_drafts d on d.material_id = m.id
    left join people p on p.id = m.edited_by
    left join lateral (
      select id, timezone from restaurants where business_id = m.business_id order by id limit 1
    ) r on true
    where m.id = ${material_id} and m.business_id = any(${[...business_ids]}::bigint[])
    ${lock ? db`for update of m` : db``}`
  return row
}

/** Returns materials of a business, including unpublished ones. `narrower`: some reader of `from` cannot read it. */
export const listLinkedRows = (
  db: Db,
  {
    business_id,
    material_ids,
    from,
  }: { business_id: string; material_ids: readonly string[]; from: string | null },
) =>
  db<{ id: string; title: string; section: string; published: boolean; narrower: boolean }[]>`
    select m.id, m.title, c.section_id as section, m.published_at is not null as published,
      ${isNarrower(db, from)} as narrower
    from materials m join subcategories c on c.id = m.subcategory_id
    where m.business_id = ${business_id} and m.id = any(${[...material_ids]}::bigint[])`

/**
 * Copies rows of files of other materials of the business to a material, for a text pasted with its pictures. Returns the new
 * ids by the old ones.
 */
export const adoptFiles = async (
  tx: TransactionSql,
  { business_id, material_id, ids }: { business_id: string; material_id: string; ids: readonly string[] },
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx<{ old_id: string; id: string }[]>`
    with found as (
      select f.*, gen_random_uuid() as new_id
      from material_files f join materials m on m.id = f.material_id
      where f.id = any(${[...ids]}::uuid[]) and m.business_id = ${business_id}
    ), made as (
      insert into material_files
        (id, material_id, kind, file_key, file_name, content_type, size, width, height)
      select new_id, ${material_id}, kind, file_key, file_name, content_type, size, width, height from found
      returning id
    )
    select found.id as old_id, made.id from found join made on made.id = found.new_id`
  return new Map(rows.map((row) => [row.old_id, row.id]))
}

/** Unpublishes a material and cancels its scheduled publication; its text becomes a draft. Returns the new revision. */
export const takeBack = async (
  tx: TransactionSql,
  { id, now, person_id }: { id: string; now: Date; person_id: string },
): Promise<number> => {
  await tx`
    insert into material_drafts (material_id, title, content, cover_id, file_ids)
    select id, title, content, cover_id, file_ids from materials where id = ${id} and published_at is not null
    on conflict (material_id) do nothing`
  await dropSchedule(tx, id)
  const [row] = await tx<{ revision: number }[]>`
    update materials set published_at = null, version = version + 1, revision = revision + 1,
      edited_at = ${now}, edited_by = ${person_id}
    where id = ${id}
    returning revision`
  return row?.revision ?? 0
}

export interface VersionRow extends MaterialText {
  number: number
  published_at: Date
  published_by: string | null
}

/** Lists the versions of a material, newest first; only one if `number` is given. */
export const listVersionTexts = (
  db: Db,
  { material_id, number = null }: { material_id: string; number?: number | null },
) =>
  db<VersionRow[]>`
    select v.number, v.title, v.content, v.cover_id, v.file_ids, v.published_at,
      nullif(concat_ws(' ', p.first_name, p.last_name), '') as published_by
    from material_versions v left join people p on p.id = v.published_by
    where v.material_id = ${material_id} and (${number}::int is null or v.number = ${number})
    order by v.number desc`
