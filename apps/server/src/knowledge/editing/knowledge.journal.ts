import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import type { makeNote } from '../../http/journal/make-note.ts'
import type { DeskMember } from '../../http/principals.ts'
import type { TreeLevel } from './knowledge.tree.sql.ts'

/** The person and the request that change the base. */
export interface By {
  who: DeskMember
  request: FastifyRequest
}

interface Thing {
  level: TreeLevel
  id: string
}

const KINDS = { sections: 'section', subcategories: 'subcategory', materials: 'material' } as const

export const subjectOf = ({ level, id }: Thing): string => `${KINDS[level]} ${id}`

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

/** Writes the audit record of a new item. */
export const noteAdded = async (
  db: Db,
  { who, request, business_id, note }: By & { business_id: string; note: ReturnType<typeof makeNote> },
  thing: Thing,
): Promise<void> =>
  note(db, who, request, {
    event: thing.level === 'materials' ? 'material_added' : 'section_added',
    business_id,
    subject: subjectOf(thing),
    after: { ...(await nameOf(db, thing)) },
  })
