import { isDeepStrictEqual } from 'node:util'
import { likeOf } from '@podmoga/sql/like'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { StoredFile } from '../../http/uploads.ts'
import type { AttachmentRow } from '../tickets.sql.ts'

/** The agent who reads or writes canned replies. */
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
  business_id: string
  files: AttachmentRow[]
}

export interface CannedDraft {
  title: string
  text: string
  is_shared: boolean
}

const MOST = 50

const COLUMNS = (db: Db) => db`c.id, c.title, c.text, c.is_shared, c.uses, c.author_id, c.business_id,
  coalesce((
    select json_agg(json_build_object('id', id, 'file_key', file_key, 'file_name', file_name,
      'content_type', content_type, 'size', size, 'scan', (select scan from stored_files where key = file_key)) order by place)
    from canned_files where canned_id = c.id
  ), '[]') as files`

const OURS = (db: Db, { person_id, business_ids }: Reader) => db`
  c.business_id = any(${[...business_ids]}::bigint[]) and (c.is_shared or c.author_id = ${person_id})`

/** Canned replies that the reader may use, most used first; `search` matches titles and texts. */
export const listCannedRows = (db: Db, reader: Reader, search: string): Promise<CannedRow[]> => db`
  select ${COLUMNS(db)} from canned_replies c
  where ${OURS(db, reader)}
    ${search === '' ? db`` : db`and (c.title ilike ${likeOf(search)} or c.text ilike ${likeOf(search)})`}
  order by c.uses desc, c.id limit ${MOST}`

/** Throws 23505 (unique violation) if the title is taken. */
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

/** Locks a reply that the reader may change and returns its content; undefined if there is none. */
const lockCanned = async (
  tx: TransactionSql,
  reader: Reader,
  id: string,
): Promise<CannedDraft | undefined> => {
  const [now] = await tx<CannedDraft[]>`
    select c.title, c.text, c.is_shared from canned_replies c
    where c.id = ${id} and ${OURS(tx, reader)} for update`
  return now
}

/**
 * Undefined if the reader has no such reply, null if its content is no longer `was`. Throws 23505
 * (unique violation) if the title is taken.
 */
export const updateCanned = async (
  tx: TransactionSql,
  reader: Reader,
  { id, was, ...draft }: CannedDraft & { id: string; was?: CannedDraft | undefined },
): Promise<{ row: CannedRow; before: CannedDraft } | undefined | null> => {
  const now = await lockCanned(tx, reader, id)
  if (now === undefined) return undefined
  const isNow = (one: CannedDraft) => isDeepStrictEqual({ ...now }, { ...one })
  // A retry after a lost response finds the wanted content already there.
  if (was !== undefined && !isNow(was) && !isNow(draft)) return null
  const [row] = await tx<CannedRow[]>`
    update canned_replies c set title = ${draft.title}, text = ${draft.text}, is_shared = ${draft.is_shared}
    where c.id = ${id} returning ${COLUMNS(tx)}`
  return row && { row, before: now }
}

/** Deletes a reply; returns its content and the keys of files now unused, undefined if the reader has no such reply. */
export const removeCanned = async (
  tx: TransactionSql,
  reader: Reader,
  id: string,
): Promise<{ keys: string[]; before: CannedDraft & { business_id: string } } | undefined> => {
  if (!(await lockCanned(tx, reader, id))) return undefined
  const before = await findCanned(tx, id)
  const files = await tx<
    { file_key: string }[]
  >`delete from canned_files where canned_id = ${id} returning file_key`
  await tx`delete from canned_replies where id = ${id}`
  return { keys: files.map(({ file_key }) => file_key), before }
}

/** Appends files; null if there would be more than `most`, undefined if there is no such reply. */
export const addCannedFiles = async (
  tx: TransactionSql,
  reader: Reader,
  { id, stored, most }: { id: string; stored: readonly StoredFile[]; most: number },
): Promise<CannedRow | null | undefined> => {
  if (!(await lockCanned(tx, reader, id))) return undefined
  const [kept] = await tx<{ items: number; last: number }[]>`
    select count(*)::int as items, coalesce(max(place), 0) as last from canned_files where canned_id = ${id}`
  const { items, last } = kept ?? { items: 0, last: 0 }
  if (items + stored.length > most) return null
  if (stored.length > 0)
    await tx`insert into canned_files ${tx(
      stored.map(({ key, file_name, content_type, size }, at) => ({
        canned_id: id,
        place: last + at + 1,
        file_key: key,
        file_name,
        content_type,
        size,
      })),
    )}`
  return findCanned(tx, id)
}

/** Deletes a file; returns the reply and the key of the file now unused, undefined if there is no such reply or file. */
export const removeCannedFile = async (
  tx: TransactionSql,
  reader: Reader,
  { id, file_id }: { id: string; file_id: string },
): Promise<{ row: CannedRow; file_key: string } | undefined> => {
  if (!(await lockCanned(tx, reader, id))) return undefined
  const [gone] = await tx<{ file_key: string }[]>`
    delete from canned_files where canned_id = ${id} and id::text = ${file_id} returning file_key`
  return gone === undefined ? undefined : { row: await findCanned(tx, id), file_key: gone.file_key }
}

const findCanned = async (db: Db, id: string): Promise<CannedRow> => {
  const [row] = await db<CannedRow[]>`select ${COLUMNS(db)} from canned_replies c where c.id = ${id}`
  if (row === undefined) throw new Error(`there is no canned reply ${id}`)
  return row
}

export const countUse = async (db: Db, reader: Reader, id: string): Promise<number | undefined> => {
  const [row] = await db<{ uses: number }[]>`
    update canned_replies c set uses = uses + 1 where c.id = ${id} and ${OURS(db, reader)} returning uses`
  return row?.uses
}
