import type { Db } from '../db/sql.ts'

/** Who reads or writes canned replies. */
interface Reader {
  person_id: string
  business_ids: readonly string[]
}

export interface CannedRow {
  id: string
  title: string
  text: string
  is_shared: boolean
  uses: number
  author_id: string
}

interface CannedDraft {
  title: string
  text: string
  is_shared: boolean
}

const MOST = 50

const COLUMNS = (db: Db) => db`c.id, c.title, c.text, c.is_shared, c.uses, c.author_id`

const OURS = (db: Db, { person_id, business_ids }: Reader) => db`
  c.business_id = any(${[...business_ids]}::bigint[]) and (c.is_shared or c.author_id = ${person_id})`

const wordLike = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** Those that the reader may use, the most used first; `search` looks into titles and texts. */
export const listCannedRows = (db: Db, reader: Reader, search: string): Promise<CannedRow[]> => db`
  select ${COLUMNS(db)} from canned_replies c
  where ${OURS(db, reader)}
    ${search === '' ? db`` : db`and (c.title ilike ${wordLike(search)} or c.text ilike ${wordLike(search)})`}
  order by c.uses desc, c.id limit ${MOST}`

/** Fails with {@link isTitleTaken} when the title stands there already. */
export const insertCanned = async (
  db: Db,
  draft: CannedDraft & { business_id: string; author_id: string },
): Promise<CannedRow> => {
  const [row] = await db<CannedRow[]>`
    insert into canned_replies as c (business_id, author_id, is_shared, title, text)
    values (${draft.business_id}, ${draft.author_id}, ${draft.is_shared}, ${draft.title}, ${draft.text})
    returning ${COLUMNS(db)}`
  if (row === undefined) throw new Error('a canned reply was not written')
  return row
}

/** Undefined when the reader has no such reply. */
export const updateCanned = async (
  db: Db,
  reader: Reader,
  { id, ...draft }: CannedDraft & { id: string },
): Promise<CannedRow | undefined> => {
  const [row] = await db<CannedRow[]>`
    update canned_replies c set title = ${draft.title}, text = ${draft.text}, is_shared = ${draft.is_shared}
    where c.id = ${id} and ${OURS(db, reader)} returning ${COLUMNS(db)}`
  return row
}

export const removeCanned = async (db: Db, reader: Reader, id: string): Promise<boolean> => {
  const rows =
    await db`delete from canned_replies c where c.id = ${id} and ${OURS(db, reader)} returning c.id`
  return rows.length > 0
}

export const countUse = async (db: Db, reader: Reader, id: string): Promise<number | undefined> => {
  const [row] = await db<{ uses: number }[]>`
    update canned_replies c set uses = uses + 1 where c.id = ${id} and ${OURS(db, reader)} returning uses`
  return row?.uses
}

/** Whether a statement failed because somebody has given that title already. */
export const isTitleTaken = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  String(error.constraint).startsWith('canned_replies_')
