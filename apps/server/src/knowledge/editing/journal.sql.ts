import type { Db } from '@podmoga/sql/sql'
import type { TreeLevel } from './tree.sql.ts'

/** Returns the name of an item of the tree and of its parent; the journal stores them, as the item may be deleted. */
export const nameOf = async (
  db: Db,
  { level, id }: { level: TreeLevel; id: string },
): Promise<{ name: string; above: string | null }> => {
  const [row] =
    level === 'materials'
      ? await db<{ name: string; above: string | null }[]>`
          select m.title as name, c.name as above from materials m join subcategories c on c.id = m.subcategory_id
          where m.id = ${id}`
      : level === 'subcategories'
        ? await db<{ name: string; above: string | null }[]>`
            select c.name, s.name as above from subcategories c join sections s on s.id = c.section_id where c.id = ${id}`
        : await db<
            { name: string; above: string | null }[]
          >`select name, null as above from sections where id = ${id}`
  return row ?? { name: '', above: null }
}

/** Returns the titles of materials, in the order of the ids. */
export const titlesOf = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db<{ title: string }[]>`
    select m.title from unnest(${[...ids]}::bigint[]) with ordinality as o (id, place) join materials m on m.id = o.id
    order by o.place`
  return rows.map(({ title }) => title)
}
