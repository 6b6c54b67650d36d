import type { Db } from '@podmoga/sql/sql'
import type { PlacedRow } from '../knowledge.rows.ts'

/** A published material with the data for the search index. */
export interface IndexedRow extends PlacedRow {
  version: number
  headings: string
  also_asked: string[]
  plain_text: string
}

/** Lists published materials with their versions. */
export const listVersionRows = (db: Db, business_id: string) =>
  db<{ id: string; version: number }[]>`
    select id, version from materials where business_id = ${business_id} and published_at is not null`

export const listIndexedRows = (db: Db, ids: readonly string[]) =>
  db<IndexedRow[]>`
    select m.id, m.title, m.version, m.headings, m.plain_text, m.also_asked, s.id as section, s.name as section_name,
      c.id as subcategory, c.name as subcategory_name
    from materials m
    join subcategories c on c.id = m.subcategory_id
    join sections s on s.id = c.section_id
    where m.id = any(${[...ids]}::bigint[]) and m.published_at is not null`

/** Lists businesses with published materials, smallest first, up to `most` materials in total. */
export const listBasesToWarm = async (db: Db, most: number): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select business_id from (
      select business_id, sum(count(*)) over (order by count(*), business_id) as together
      from materials where published_at is not null group by business_id
    ) bases where together <= ${most} order by together`
  return rows.map((row) => row.business_id)
}
