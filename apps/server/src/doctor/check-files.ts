import { createHash } from 'node:crypto'
import type { Db } from '@podmoga/sql/sql'
import { type Finding, findingsOf, type Report } from '../finding.ts'
import { NOTES } from '../installation/store-note.ts'
import type { FileColumn } from '../module.ts'
import type { Files } from '../ports/files.ts'

/** Unattached files are swept after 15 minutes, every ten minutes; the rest is a margin for a slow request. */
const GRACE_MS = 30 * 60_000

interface StoredRow {
  key: string
  size: string
  sha256: Buffer
  attached: boolean
  old: boolean
}

/**
 * Compares the rows of stored files with the bytes in the store and with the rows that reference them.
 * @param db one snapshot of the database.
 * @param again reads the current database: a file may have been added after the snapshot.
 * @param how `deep` reads every byte and compares hashes; `columns` are all columns that reference files.
 */
export const checkFiles = async (
  db: Db,
  again: Db,
  files: Files,
  how: { now: Date; deep: boolean; columns: readonly FileColumn[] },
): Promise<Report> => {
  const before = new Date(how.now.getTime() - GRACE_MS)
  const rows = await db<StoredRow[]>`
    select key, size, sha256, attached_at is not null as attached, created_at < ${before} as old from stored_files`
  const noted = new Set(Object.values(NOTES))
  const bytes = new Map<string, { size: number; modified_at: Date }>()
  for await (const { key, ...facts } of files.list()) if (!noted.has(key)) bytes.set(key, facts)

  const attached = rows.filter((row) => row.attached)
  const known = new Set(rows.map((row) => row.key))
  const unknown = [...bytes].filter(([key, facts]) => !known.has(key) && facts.modified_at < before)
  const findings: Finding[] = [
    ...(await checkMissing(attached, bytes, again)),
    ...findingsOf(
      'size_differs',
      attached.filter((row) => bytes.has(row.key) && bytes.get(row.key)?.size !== Number(row.size)),
      (row) => `${row.key}: в базе ${row.size} байт, в хранилище ${bytes.get(row.key)?.size}`,
    ),
    ...(await checkUnknown(
      unknown.map(([key]) => key),
      again,
    )),
    ...findingsOf(
      'unattached_file',
      rows.filter((row) => !row.attached && row.old),
      (row) => row.key,
    ),
    ...(how.deep ? await checkHashes(attached, files) : []),
    ...(await checkReferences(db, how.columns)),
  ]
  return { findings, checked: { stored_files: rows.length, bytes: bytes.size } }
}

const checkMissing = async (
  attached: readonly StoredRow[],
  bytes: ReadonlyMap<string, unknown>,
  again: Db,
) => {
  const missing = attached.filter((row) => !bytes.has(row.key)).map((row) => row.key)
  // A file detached after the snapshot may have been swept already.
  const still = await again<{ key: string }[]>`
    select key from stored_files where key = any(${missing}) and attached_at is not null order by key`
  return findingsOf('bytes_missing', still, (row) => row.key)
}

const checkUnknown = async (keys: readonly string[], again: Db) => {
  const come = await again<{ key: string }[]>`select key from stored_files where key = any(${[...keys]})`
  const known = new Set(come.map((row) => row.key))
  return findingsOf(
    'bytes_without_row',
    keys.filter((key) => !known.has(key)),
    (key) => key,
  )
}

const checkHashes = async (attached: readonly StoredRow[], files: Files): Promise<Finding[]> => {
  const wrong: string[] = []
  for (const { key, sha256 } of attached) {
    const opened = await files.open(key)
    if (opened === null) continue
    const hash = createHash('sha256')
    for await (const chunk of opened.stream) hash.update(chunk as Buffer)
    if (!hash.digest().equals(sha256)) wrong.push(key)
  }
  return findingsOf('hash_differs', wrong, (key) => key)
}

/** A referenced file must be marked as attached, otherwise the sweep deletes it; an attached file must be referenced. */
const checkReferences = async (db: Db, columns: readonly FileColumn[]): Promise<Finding[]> => {
  const [first, ...rest] = columns.map(
    ({ table, column, size }) => db`
      select ${db(column)} as key, ${table} || ' ' || id as place, ${size === undefined ? db`null::int` : db(size)} as size
      from ${db(table)} where ${db(column)} is not null`,
  )
  if (first === undefined) return []
  const referred = rest.reduce((all, one) => db`${all} union all ${one}`, first)
  const wrong = await db<{ key: string; place: string | null; size_differs: boolean }[]>`
    with referred as (${referred})
    select coalesce(f.key, r.key) as key, r.place, coalesce(r.size <> f.size, false) as size_differs
    from stored_files f full join referred r on r.key = f.key
    where (r.key is not null and f.attached_at is null) or (r.key is null and f.attached_at is not null)
      or r.size <> f.size
    order by 1, 2`
  const describe = (row: { key: string; place: string | null }) => `${row.place}: ${row.key}`
  return [
    ...findingsOf(
      'file_without_owner',
      wrong.filter((row) => row.place === null),
      (row) => row.key,
    ),
    ...findingsOf(
      'file_not_attached',
      wrong.filter((row) => row.place !== null && !row.size_differs),
      describe,
    ),
    ...findingsOf(
      'attachment_size_differs',
      wrong.filter((row) => row.size_differs),
      describe,
    ),
  ]
}
