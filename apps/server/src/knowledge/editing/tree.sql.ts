import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { detachFiles } from '../../files/stored-files.ts'
import { type AudienceRow, audienceRow } from '../knowledge.audience.sql.ts'
import { slugOf } from './slug.ts'

/** Levels of the tree. */
export type TreeLevel = 'sections' | 'subcategories' | 'materials'

/** The column that refers to the parent of each level. */
const PARENT = { sections: 'business_id', subcategories: 'section_id', materials: 'subcategory_id' } as const

export interface TreeMaterial {
  id: string
  title: string
  state: 'draft' | 'published' | 'changed'
  faq_position: number | null
  edited_at: string
  helpful: number
  not_helpful: number
  owner: string | null
  check_on: string | null
  publish_at: string | null
  audience: AudienceRow | null
  review: { state: 'waiting' | 'returned'; by: string } | null
}

export interface TreeSection {
  id: string
  name: string
  subcategories: { id: string; name: string; materials: TreeMaterial[] }[]
}

/** Returns the whole base in the editor's order. Feedback is counted in one pass. */
export const listTree = (db: Db, business_id: string) =>
  db<TreeSection[]>`
    with voices as (
      select f.material_id, count(*) filter (where f.helpful) as helpful, count(*) filter (where not f.helpful) as not_helpful
      from material_feedback f join materials m on m.id = f.material_id
      where m.business_id = ${business_id} group by 1
    ), leaves as (
      select m.subcategory_id, json_agg(json_build_object(
        'id', m.id::text,
        'title', coalesce(d.title, m.title),
        'state', case when m.published_at is null then 'draft' when d.material_id is null then 'published' else 'changed' end,
        'faq_position', m.faq_position,
        'edited_at', m.edited_at,
        'helpful', coalesce(said.helpful, 0),
        'not_helpful', coalesce(said.not_helpful, 0),
        'owner', o.person_id::text,
        'check_on', k.check_on,
        'publish_at', w.publish_at,
        'review', case when v.material_id is not null then json_build_object('by', v.person_id::text,
          'state', case when v.returned_at is null then 'waiting' else 'returned' end) end,
        'audience', case when a.material_id is not null then ${audienceRow(db)} end) order by m.position, m.id) as materials
      from materials m
      left join material_drafts d on d.material_id = m.id
      left join voices said on said.material_id = m.id
      left join material_reviews v on v.material_id = m.id
      left join material_schedules w on w.material_id = m.id
      left join material_audiences a on a.material_id = m.id
      left join material_care k on k.material_id = m.id
      left join desk_members o on o.person_id = k.owner_id and o.business_id = m.business_id and o.role = 'editor'
        and o.state <> 'disabled'
      where m.business_id = ${business_id} group by 1
    )
    select s.id, s.name, coalesce(json_agg(json_build_object(
      'id', c.id::text, 'name', c.name, 'materials', coalesce(l.materials, '[]')) order by c.position, c.id)
      filter (where c.id is not null), '[]') as subcategories
    from sections s
    left join subcategories c on c.section_id = s.id
    left join leaves l on l.subcategory_id = c.id
    where s.business_id = ${business_id}
    group by s.id order by s.position, s.id`

export const findBusiness = async (
  db: Db,
  business_id: string,
): Promise<{ id: string; name: string } | undefined> => {
  const [row] = await db<
    { id: string; name: string }[]
  >`select id, name from businesses where id = ${business_id}`
  return row
}

/** Returns the business of a section, subcategory or material, if it is one of these. */
export const findOwner = async (
  db: Db,
  { level, id, business_ids }: { level: TreeLevel; id: string; business_ids: readonly string[] },
): Promise<string | undefined> => {
  const mine = [...business_ids]
  const rows =
    level === 'subcategories'
      ? await db<{ business_id: string }[]>`
          select s.business_id from subcategories c join sections s on s.id = c.section_id
          where c.id = ${id} and s.business_id = any(${mine}::bigint[])`
      : await db<{ business_id: string }[]>`
          select business_id from ${db(level)} where id = ${id} and business_id = any(${mine}::bigint[])`
  return rows[0]?.business_id
}

const slugsIn = async (
  tx: TransactionSql,
  level: TreeLevel,
  scope: Record<string, string>,
): Promise<string[]> => {
  const [[column, value] = ['', '']] = Object.entries(scope)
  const rows = await tx<{ slug: string }[]>`select slug from ${tx(level)} where ${tx(column)} = ${value}`
  return rows.map((row) => row.slug)
}

/** Returns the position after the last one. */
const lastIn = async (tx: TransactionSql, level: TreeLevel, parent_id: string): Promise<number> => {
  const [row] = await tx<{ next: number }[]>`
    select coalesce(max(position), 0) + 1 as next from ${tx(level)} where ${tx(PARENT[level])} = ${parent_id}`
  return row?.next ?? 1
}

const idOf = ([row]: readonly { id: string }[]): string => row?.id ?? ''

export const addSection = async (
  tx: TransactionSql,
  { business_id, name }: { business_id: string; name: string },
): Promise<string> => {
  const slug = slugOf(name, await slugsIn(tx, 'sections', { business_id }))
  const position = await lastIn(tx, 'sections', business_id)
  return idOf(
    await tx<
      { id: string }[]
    >`insert into sections ${tx({ business_id, name, slug, position })} returning id`,
  )
}

export const addSubcategory = async (
  tx: TransactionSql,
  { section_id, name }: { section_id: string; name: string },
): Promise<string> => {
  const slug = slugOf(name, await slugsIn(tx, 'subcategories', { section_id }))
  const position = await lastIn(tx, 'subcategories', section_id)
  return idOf(
    await tx<
      { id: string }[]
    >`insert into subcategories ${tx({ section_id, name, slug, position })} returning id`,
  )
}

/** Returns the wanted subcategory if the business has it, else its first one; null if it has none. */
export const findSubcategory = async (
  db: Db,
  { business_id, wanted }: { business_id: string; wanted: string | null },
): Promise<string | null> => {
  const [row] = await db<{ id: string }[]>`
    select c.id from sections s join subcategories c on c.section_id = s.id
    where s.business_id = ${business_id}
    order by c.id is distinct from ${wanted}::bigint, s.position, s.id, c.position, c.id limit 1`
  return row?.id ?? null
}

/** Adds an empty, unpublished material. */
export const addMaterial = async (
  tx: TransactionSql,
  added: { business_id: string; subcategory_id: string; title: string; person_id: string; now: Date },
): Promise<string> => {
  const { business_id, subcategory_id, title, person_id, now } = added
  const slug = slugOf(title, await slugsIn(tx, 'materials', { business_id }))
  const position = await lastIn(tx, 'materials', subcategory_id)
  const row = { business_id, subcategory_id, slug, position, title, edited_at: now, edited_by: person_id }
  return idOf(await tx<{ id: string }[]>`insert into materials ${tx(row)} returning id`)
}

export const rename = async (
  tx: TransactionSql,
  { level, id, name }: { level: 'sections' | 'subcategories'; id: string; name: string },
): Promise<void> => {
  await tx`update ${tx(level)} set name = ${name} where id = ${id}`
}

/** Moves an item under a parent to a position (from 0) and renumbers its siblings. */
export const move = async (
  tx: TransactionSql,
  { level, id, parent_id, position }: { level: TreeLevel; id: string; parent_id: string; position: number },
): Promise<void> => {
  const neighbours = await tx<{ id: string }[]>`
    select id from ${tx(level)} where ${tx(PARENT[level])} = ${parent_id} and id <> ${id} order by position, id`
  const order = neighbours.map((row) => row.id)
  order.splice(position, 0, id)
  if (level === 'subcategories') {
    const [row] = await tx<{ slug: string }[]>`select slug from subcategories where id = ${id}`
    const taken = await tx<{ slug: string }[]>`
      select slug from subcategories where section_id = ${parent_id} and id <> ${id}`
    const slug = slugOf(
      row?.slug ?? '',
      taken.map((other) => other.slug),
    )
    await tx`update subcategories set section_id = ${parent_id}, slug = ${slug} where id = ${id}`
  } else await tx`update ${tx(level)} set ${tx(PARENT[level])} = ${parent_id} where id = ${id}`
  await tx`
    update ${tx(level)} t set position = o.place from unnest(${order}::bigint[]) with ordinality as o (id, place)
    where t.id = o.id and t.position <> o.place`
}

/** Deletes a section or subcategory. Returns false if it is not empty. */
export const removeEmpty = async (
  tx: TransactionSql,
  { level, id }: { level: 'sections' | 'subcategories'; id: string },
): Promise<boolean> => {
  const rows =
    level === 'sections'
      ? await tx`
          delete from sections where id = ${id}
            and not exists (select from subcategories where section_id = ${id}) returning id`
      : await tx`
          delete from subcategories where id = ${id}
            and not exists (select from materials where subcategory_id = ${id}) returning id`
  return rows.length > 0
}

/** Deletes an unpublished material with its draft, versions and files. Returns false if it is published. */
export const removeMaterial = async (tx: TransactionSql, id: string, now: Date): Promise<boolean> => {
  const [hidden] = await tx`select from materials where id = ${id} and published_at is null for update`
  if (hidden === undefined) return false
  const files = await tx<{ file_key: string }[]>`
    delete from material_files f where material_id = ${id} returning file_key`
  const keys = files.map((file) => file.file_key)
  const shared = await tx<{ file_key: string }[]>`
    select distinct file_key from material_files where file_key = any(${keys})`
  const kept = new Set(shared.map((file) => file.file_key))
  await detachFiles(
    tx,
    [...new Set(keys)].filter((key) => !kept.has(key)),
    now,
  )
  await tx`delete from materials where id = ${id}`
  return true
}

/** Lists frequent questions in the editor's order. Equal positions, which an import may give, are ordered by the tree. */
export const listFaqIds = async (db: Db, business_id: string): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select m.id from materials m
    join subcategories c on c.id = m.subcategory_id
    join sections s on s.id = c.section_id
    where m.business_id = ${business_id} and m.faq_position is not null
    order by m.faq_position, s.position, s.id, c.position, c.id, m.position, m.id`
  return rows.map((row) => row.id)
}

/** Sets the frequent questions of a base, in this order. Returns false if one is not of the base. */
export const setFaqOrder = async (
  tx: TransactionSql,
  { business_id, ids }: { business_id: string; ids: readonly string[] },
): Promise<boolean> => {
  const rows =
    await tx`select from materials where business_id = ${business_id} and id = any(${[...ids]}::bigint[])`
  if (rows.length !== ids.length) return false
  await tx`
    update materials m set faq_position = o.place
    from materials n left join unnest(${[...ids]}::bigint[]) with ordinality as o (id, place) on o.id = n.id
    where m.id = n.id and m.business_id = ${business_id} and m.faq_position is distinct from o.place`
  return true
}
