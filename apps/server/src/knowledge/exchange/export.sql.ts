import type { Db } from '@podmoga/sql/sql'
import type { MaterialFileRow, MaterialText } from '../knowledge.rows.ts'

/** A material with all data that an export writes. */
export interface ExportedMaterial {
  id: string
  slug: string
  subcategory: string
  faq_position: number | null
  also_asked: string[]
  /** The audience, by names; null: everybody. */
  audience: { roles: string[]; groups: string[]; restaurants: string[] } | null
  care: { owner: string | null; check_on: string | null; check_months: number | null } | null
  /** null: not published. */
  published: MaterialText | null
  draft: MaterialText | null
  files: MaterialFileRow[]
}

export interface ExportedSection {
  id: string
  slug: string
  name: string
  subcategories: { slug: string; name: string }[]
}

export const listExportedSections = (db: Db, business_id: string) =>
  db<ExportedSection[]>`
    select s.id, s.slug, s.name, coalesce(
      json_agg(json_build_object('slug', c.slug, 'name', c.name) order by c.position, c.id)
        filter (where c.id is not null), '[]') as subcategories
    from sections s left join subcategories c on c.section_id = s.id
    where s.business_id = ${business_id}
    group by s.id order by s.position, s.id`

/** Returns the address of every material of a business in an export, by id: `<section slug>/<slug>`. */
export const listAddresses = async (db: Db, business_id: string): Promise<Map<string, string>> => {
  const rows = await db<{ id: string; address: string }[]>`
    select m.id, s.slug || '/' || m.slug as address
    from materials m join subcategories c on c.id = m.subcategory_id join sections s on s.id = c.section_id
    where m.business_id = ${business_id}`
  return new Map(rows.map((row) => [row.id, row.address]))
}

export const listExportedMaterials = (db: Db, section_id: string) =>
  db<ExportedMaterial[]>`
    select m.id, m.slug, c.slug as subcategory, m.faq_position, m.also_asked,
      case when a.material_id is not null then json_build_object('roles', a.roles, 'groups', a.groups,
        'restaurants', array(select r.name from restaurants r where r.id = any(a.restaurant_ids) order by r.name, r.id))
      end as audience,
      case when coalesce(o.id, k.check_months) is not null or k.check_on is not null then json_build_object(
        'owner', coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.email, o.phone),
        'check_on', k.check_on, 'check_months', k.check_months) end as care,
      case when m.published_at is not null then json_build_object(
        'title', m.title, 'content', m.content, 'cover_id', m.cover_id, 'file_ids', m.file_ids) end as published,
      case when d.material_id is not null then json_build_object(
        'title', d.title, 'content', d.content, 'cover_id', d.cover_id, 'file_ids', d.file_ids)
      when m.published_at is null then json_build_object(
        'title', m.title, 'content', m.content, 'cover_id', m.cover_id, 'file_ids', m.file_ids) end as draft,
      coalesce((
        select json_agg(json_build_object(
          'id', f.id, 'kind', f.kind, 'file_key', f.file_key, 'file_name', f.file_name,
          'content_type', f.content_type, 'size', f.size, 'width', f.width, 'height', f.height) order by f.id)
        from material_files f where f.material_id = m.id
      ), '[]') as files
    from materials m
    join subcategories c on c.id = m.subcategory_id
    left join material_drafts d on d.material_id = m.id
    left join material_audiences a on a.material_id = m.id
    left join material_care k on k.material_id = m.id
    left join people o on o.id = k.owner_id
    where c.section_id = ${section_id}
    order by c.position, c.id, m.position, m.id`
