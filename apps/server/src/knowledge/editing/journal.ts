import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import type { makeNote } from '../../http/journal/make-note.ts'
import type { DeskMember } from '../../http/principals.ts'
import { nameOf } from './journal.sql.ts'
import type { TreeLevel } from './tree.sql.ts'

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
