import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { FolderSection } from './folder.ts'

/** An existing material that the import contains. */
export interface KnownMaterial {
  id: string
  slug: string
  title: string
  content: string
  cover_id: string | null
  file_ids: string[]
  published: boolean
  draft: { title: string; content: string; cover_id: string | null; file_ids: string[] } | null
  /** The text that waits for review. */
  review: { title: string; content: string; cover_id: string | null; file_ids: string[] } | null
  files: { id: string; kind: string; file_name: string; sha256: string }[]
}

/** Returns the business of a network; undefined if there is none. */
export const findBusinessOfNetwork = async (db: Db, network: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`select id from businesses where network = ${network}`
  return row?.id
}

export const listKnownMaterials = (db: Db, business_id: string, slugs: readonly string[]) =>
  db<KnownMaterial[]>`
    select m.id, m.slug, m.title, m.content, m.cover_id, m.file_ids, m.published_at is not null as published,
      case when d.material_id is not null then json_build_object(
        'title', d.title, 'content', d.content, 'cover_id', d.cover_id, 'file_ids', d.file_ids) end as draft,
      case when v.returned_at is null and v.material_id is not null then json_build_object(
        'title', v.title, 'content', v.content, 'cover_id', v.cover_id, 'file_ids', v.file_ids) end as review,
      coalesce((
        select json_agg(json_build_object(
          'id', f.id, 'kind', f.kind, 'file_name', f.file_name, 'sha256', encode(s.sha256, 'hex')))
        from material_files f join stored_files s on s.key = f.file_key where f.material_id = m.id
      ), '[]') as files
    from materials m left join material_drafts d on d.material_id = m.id
    left join material_reviews v on v.material_id = m.id
    where m.business_id = ${business_id} and m.slug = any(${[...slugs]})`

/** Returns whether a material has this place (`<section>/<subcategory>`) and this position among frequent questions. */
export const isPlaced = async (
  db: Db,
  { id, place, faq_position }: { id: string; place: string; faq_position: number | null },
): Promise<boolean> => {
  const { count } = await db`
    select from materials m join subcategories c on c.id = m.subcategory_id join sections s on s.id = c.section_id
    where m.id = ${id} and s.slug || '/' || c.slug = ${place} and m.faq_position is not distinct from ${faq_position}`
  return count > 0
}

/** Returns whether a material's `also_asked` equals this list. */
export const isAskedSo = async (db: Db, id: string, also_asked: readonly string[]): Promise<boolean> =>
  (await db`select from materials where id = ${id} and also_asked = ${[...also_asked]}`).count > 0

/** Returns whether a material has this audience; everything empty: everybody. */
export const isForThese = async (
  db: Db,
  {
    material_id,
    roles,
    restaurant_ids,
    groups,
  }: { material_id: string; roles: string[]; restaurant_ids: string[]; groups: string[] },
): Promise<boolean> => {
  const [row] = await db<{ same: boolean }[]>`
    select coalesce((
      select (roles, restaurant_ids, groups) = (${roles}::text[], ${restaurant_ids}::bigint[], ${groups}::text[])
      from material_audiences where material_id = ${material_id}), ${roles.length + restaurant_ids.length + groups.length === 0}) as same`
  return row?.same ?? false
}

/** Upserts sections and subcategories. Returns the ids of subcategories by `<section>/<subcategory>`. */
export const upsertSections = async (
  tx: TransactionSql,
  business_id: string,
  sections: readonly FolderSection[],
): Promise<Map<string, string>> => {
  const ids = new Map<string, string>()
  for (const section of sections) {
    const [row] = await tx<{ id: string }[]>`
      insert into sections (business_id, slug, name, position)
      values (${business_id}, ${section.slug}, ${section.name}, ${section.position})
      on conflict (business_id, slug) do update set name = excluded.name, position = excluded.position
      returning id`
    const rows = section.subcategories.map(({ slug, name, position }) => ({
      section_id: row?.id ?? '',
      slug,
      name,
      position,
    }))
    if (rows.length === 0) continue
    const inserted = await tx<{ id: string; slug: string }[]>`
      insert into subcategories ${tx(rows)}
      on conflict (section_id, slug) do update set name = excluded.name, position = excluded.position
      returning id, slug`
    for (const { id, slug } of inserted) ids.set(`${section.slug}/${slug}`, id)
  }
  return ids
}

/** Moves an existing material to its place in the folder. */
export const placeMaterial = async (
  tx: TransactionSql,
  material: { id: string; subcategory_id: string; faq_position: number | null },
): Promise<void> => {
  await tx`
    update materials set subcategory_id = ${material.subcategory_id}, faq_position = ${material.faq_position},
      version = version + 1
    where id = ${material.id}`
}

/** Renumbers the materials of each affected subcategory: those of the folder first, in its order, then the rest. */
export const orderMaterials = async (tx: TransactionSql, ids: readonly string[]): Promise<void> => {
  await tx`
    update materials m set position = o.place from (
      select m.id, row_number() over (
        partition by m.subcategory_id order by f.place nulls last, m.position, m.id)::int as place
      from materials m
      left join unnest(${[...ids]}::bigint[]) with ordinality as f (id, place) on f.id = m.id
      where m.subcategory_id in (select subcategory_id from materials where id = any(${[...ids]}::bigint[]))
    ) o
    where m.id = o.id and m.position <> o.place`
}

/** Renumbers sections and subcategories: those of the folder first, in its order, then the rest. */
export const orderSections = async (
  tx: TransactionSql,
  business_id: string,
  sections: readonly FolderSection[],
): Promise<void> => {
  const own = sections.map(({ slug }) => slug)
  await tx`
    update sections s set position = o.place from (
      select id, row_number() over (order by array_position(${own}::text[], slug) nulls last, position, id)::int as place
      from sections where business_id = ${business_id}
    ) o where s.id = o.id and s.position <> o.place`
  const subcategories = sections.flatMap((section) =>
    section.subcategories.map(({ slug }) => `${section.slug}/${slug}`),
  )
  await tx`
    update subcategories c set position = o.place from (
      select c.id, row_number() over (
        partition by c.section_id
        order by array_position(${subcategories}::text[], s.slug || '/' || c.slug) nulls last, c.position, c.id)::int as place
      from subcategories c join sections s on s.id = c.section_id
      where s.business_id = ${business_id}
    ) o where c.id = o.id and c.position <> o.place`
}

/** Returns whether a business requires reviews. Reads the database, for commands that have no settings cache. */
export const wantsReview = async (db: Db, business_id: string): Promise<boolean> =>
  (
    await db`
      select from business_settings
      where business_id = ${business_id} and name = 'second_editor' and value::text = 'true'`
  ).count > 0

/** Returns the restaurants and editors of a business that names in a folder may refer to. */
export const listNamed = async (db: Db, business_id: string) => {
  const restaurants = await db<{ id: string; name: string; groups: string[] }[]>`
    select id, name, groups from restaurants where business_id = ${business_id}`
  const editors = await db<{ id: string; name: string }[]>`
    select p.id, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email, p.phone, '') as name
    from desk_members d join people p on p.id = d.person_id
    where d.business_id = ${business_id} and d.role = 'editor' and d.state <> 'disabled'`
  return { restaurants, editors }
}

interface Care {
  material_id: string
  /** null: keep the current owner. */
  owner_id: string | null
  check_on: string | null
  check_months: number | null
}

/** Returns whether a material already has this owner and these re-check dates. */
export const isCaredSo = async (
  db: Db,
  { material_id, owner_id, check_on, check_months }: Care,
): Promise<boolean> => {
  const { count } = await db`
    select from material_care where material_id = ${material_id}
      and owner_id is not distinct from coalesce(${owner_id}::bigint, owner_id)
      and check_on is not distinct from ${check_on}::date and check_months is not distinct from ${check_months}::int`
  return count > 0
}

/** Sets the owner and the re-check dates of a material. */
export const setCareOf = async (
  tx: TransactionSql,
  { material_id, owner_id, check_on, check_months }: Care,
): Promise<void> => {
  await tx`
    insert into material_care as k (material_id, owner_id, check_on, check_months)
    values (${material_id}, ${owner_id}, ${check_on}, ${check_months})
    on conflict (material_id) do update set owner_id = coalesce(excluded.owner_id, k.owner_id),
      check_on = excluded.check_on, check_months = excluded.check_months
    where (coalesce(excluded.owner_id, k.owner_id), excluded.check_on, excluded.check_months)
      is distinct from (k.owner_id, k.check_on, k.check_months)`
}
