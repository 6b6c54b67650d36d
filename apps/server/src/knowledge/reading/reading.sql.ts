import type { Db } from '@podmoga/sql/sql'
import { type AudienceRow, audienceRow, isFor, type Reader } from '../knowledge.audience.sql.ts'
import type { MaterialFileRow, PlacedRow } from '../knowledge.rows.ts'

/** A section with its subcategories, in the editor's order. */
export interface SectionRow {
  id: string
  name: string
  subcategories: { id: string; name: string }[]
}

export interface MaterialRow {
  id: string
  title: string
  section: { id: string; name: string }
  subcategory: { id: string; name: string }
  content: string
  cover_id: string | null
  file_ids: string[]
  updated_at: Date
  files: MaterialFileRow[]
}

/** SQL: material `m` is published and for this reader; `r` is the restaurant. */
const isRead = (db: Db, reader: Reader) => db`m.published_at is not null and ${isFor(db, reader)}`

/**
 * Lists sections that have materials for this reader, or the one of `section_id` even if it is empty, with their non-empty
 * subcategories. A section whose materials are all for others is not returned, as if it did not exist.
 */
export const listSectionRows = (
  db: Db,
  { section_id = null, ...reader }: Reader & { section_id?: string | null },
) =>
  db<SectionRow[]>`
    select s.id, s.name, coalesce(inside.rows, '[]') as subcategories
    from restaurants r
    join sections s on s.business_id = r.business_id
    left join lateral (
      select json_agg(json_build_object('id', c.id::text, 'name', c.name) order by c.position, c.id) as rows
      from subcategories c
      where c.section_id = s.id
        and exists (select from materials m where m.subcategory_id = c.id and ${isRead(db, reader)})
    ) inside on true
    where r.id = ${reader.restaurant_id}
      and case when ${section_id}::bigint is null then inside.rows is not null
        else s.id = ${section_id} and (inside.rows is not null or not exists (
          select from materials m join subcategories c on c.id = m.subcategory_id
          where c.section_id = s.id and m.published_at is not null)) end
    order by s.position, s.id`

/** Lists the materials of a subcategory for this reader; undefined if it does not exist or is all for others. */
export const listSubcategoryMaterialRows = async (
  db: Db,
  { subcategory_id, ...reader }: Reader & { subcategory_id: string },
): Promise<{ id: string; title: string }[] | undefined> => {
  const [row] = await db<{ materials: { id: string; title: string }[] }[]>`
    select coalesce(inside.rows, '[]') as materials
    from restaurants r
    join sections s on s.business_id = r.business_id
    join subcategories c on c.section_id = s.id
    left join lateral (
      select json_agg(json_build_object('id', m.id::text, 'title', m.title) order by m.position, m.id) as rows
      from materials m where m.subcategory_id = c.id and ${isRead(db, reader)}
    ) inside on true
    where r.id = ${reader.restaurant_id} and c.id = ${subcategory_id} and (inside.rows is not null or not exists (
      select from materials m where m.subcategory_id = c.id and m.published_at is not null))`
  return row?.materials
}

export const listFaqRows = (db: Db, reader: Reader) =>
  db<PlacedRow[]>`
    select m.id, m.title, s.id as section, c.id as subcategory, s.name as section_name, c.name as subcategory_name
    from restaurants r
    join materials m on m.business_id = r.business_id and m.faq_position is not null
    join subcategories c on c.id = m.subcategory_id
    join sections s on s.id = c.section_id
    where r.id = ${reader.restaurant_id} and ${isRead(db, reader)}
    order by m.faq_position, m.id`

/** Returns those of these materials that are frequent questions of a restaurant, with their content, in order. */
export const listFaqContents = (db: Db, restaurant_id: string, ids: readonly string[]) =>
  db<{ title: string; content: string }[]>`
    select m.title, m.content
    from restaurants r
    join materials m on m.business_id = r.business_id and m.faq_position is not null and m.published_at is not null
    where r.id = ${restaurant_id} and m.id = any(${[...ids]}::bigint[])
    order by m.faq_position, m.id`

/** Finds a published material for this reader, with all files ever uploaded to it. */
export const findMaterialRow = async (
  db: Db,
  { material_id, ...reader }: Reader & { material_id: string },
): Promise<MaterialRow | undefined> => {
  const [row] = await db<MaterialRow[]>`
    select m.id, m.title, m.content, m.cover_id, m.file_ids, m.updated_at,
      json_build_object('id', s.id::text, 'name', s.name) as section,
      json_build_object('id', c.id::text, 'name', c.name) as subcategory,
      coalesce((
        select json_agg(json_build_object(
          'id', f.id, 'kind', f.kind, 'file_key', f.file_key, 'file_name', f.file_name,
          'content_type', f.content_type, 'size', f.size, 'width', f.width, 'height', f.height))
        from material_files f where f.material_id = m.id
      ), '[]') as files
    from restaurants r
    join materials m on m.business_id = r.business_id
    join subcategories c on c.id = m.subcategory_id
    join sections s on s.id = c.section_id
    where r.id = ${reader.restaurant_id} and m.id = ${material_id} and ${isRead(db, reader)}`
  return row
}

/** Returns the sections of those of these materials that this reader may open. */
export const listSectionIds = (
  db: Db,
  { material_ids, ...reader }: Reader & { material_ids: readonly string[] },
) =>
  db<{ id: string; section: string }[]>`
    select m.id, c.section_id as section
    from restaurants r
    join materials m on m.business_id = r.business_id
    join subcategories c on c.id = m.subcategory_id
    where r.id = ${reader.restaurant_id} and m.id = any(${[...material_ids]}::bigint[]) and ${isRead(db, reader)}`

/** Finds a restaurant of one of these businesses. */
export const findServedRestaurant = async (
  db: Db,
  { restaurant_id, business_ids }: { restaurant_id: string; business_ids: readonly string[] },
): Promise<{ restaurant_id: string; business_id: string } | undefined> => {
  const [row] = await db<{ restaurant_id: string; business_id: string }[]>`
    select id as restaurant_id, business_id from restaurants
    where id = ${restaurant_id} and business_id = any(${[...business_ids]}::bigint[])`
  return row
}

/** Returns all published materials of a business in the editor's order, without empty sections and subcategories. */
export const listPublishedTree = (db: Db, { business_id }: { business_id: string }) =>
  db<
    {
      id: string
      name: string
      subcategories: {
        id: string
        name: string
        materials: { id: string; title: string; audience: AudienceRow | null }[]
      }[]
    }[]
  >`
    with leaves as (
      select m.subcategory_id,
        json_agg(json_build_object('id', m.id::text, 'title', m.title,
          'audience', case when a.material_id is not null then ${audienceRow(db)} end)
          order by m.position, m.id) as materials
      from materials m left join material_audiences a on a.material_id = m.id
      where m.business_id = ${business_id} and m.published_at is not null group by 1
    )
    select s.id, s.name, json_agg(json_build_object(
      'id', c.id::text, 'name', c.name, 'materials', l.materials) order by c.position, c.id) as subcategories
    from sections s
    join subcategories c on c.section_id = s.id
    join leaves l on l.subcategory_id = c.id
    where s.business_id = ${business_id}
    group by s.id order by s.position, s.id`
