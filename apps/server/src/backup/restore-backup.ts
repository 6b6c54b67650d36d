import { createWriteStream } from 'node:fs'
import { link, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Connection } from '@podmoga/sql/connection'
import type pg from 'pg'
import { RESTORED } from '../installation/restored.ts'
import { NOTES, readNote, writeNote } from '../installation/store-note.ts'
import type { Files } from '../ports/files.ts'
import { type CopiedFile, Damaged, openPooled, readList, withEach } from './copy-files.ts'
import { loadRows, refuseFull } from './load-rows.ts'
import type { CopiedTable, Manifest } from './manifest.ts'
import { type Reading, readPart } from './parts.ts'

export interface Restore extends Reading {
  manifest: Manifest
  connection: Connection
  /** null: the files and keys stay as they are. */
  files: Files | null
  secrets_path: string
  /** Folder for files being written. */
  drafts: string
  /** The original no longer exists: take over its file store, and send letters. */
  instead: boolean
  now: Date
}

/** Concatenates the parts of a table. */
const tableSource = async function* (reading: Reading, name: string, { parts }: CopiedTable) {
  for (const part of parts) yield* await readPart(reading, `${name}/${part.name}`, part)
}

/** Writes the keys to this installation's key file. If the file exists, its keys must be the same. */
const restoreKeys = async ({ manifest, secrets_path, ...reading }: Restore): Promise<void> => {
  const { keys, name } = manifest
  if (keys === null) return
  const bytes = await buffer(await readPart(reading, `${name}/${keys.name}`, keys))
  const found = await readFile(secrets_path).catch(() => null)
  if (found?.equals(bytes) === true) return
  if (found !== null)
    throw new StartError(
      `В ${secrets_path} лежат другие ключи. Назовите другую папку данных (DATA_DIR) или другой SECRETS_FILE.`,
    )
  await mkdir(dirname(secrets_path), { recursive: true })
  const draft = `${secrets_path}.restoring`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  await link(draft, secrets_path)
  await rm(draft)
}

/**
 * Takes over a store that belongs to another installation only if that one no longer exists: two installations sharing a store
 * would remove each other's files.
 */
const refuseStore = async (
  { instead, manifest: { installation } }: Restore,
  files: Files,
  there: ReadonlyMap<string, number>,
  copied: ReadonlySet<string>,
): Promise<void> => {
  const note = await readNote(files, NOTES.id)
  if (note === installation && instead) return
  if (note !== null)
    throw new StartError(
      note === installation
        ? 'Это хранилище файлов — той самой установки, с которой сделана копия. Если её больше нет, добавьте --instead; для пробы назовите другое хранилище.'
        : 'Это хранилище файлов — другой установки. Назовите пустое.',
    )
  const other = [...there.keys()].find((key) => !copied.has(key))
  if (other !== undefined)
    throw new StartError(`Хранилище файлов не пусто (${other}): восстанавливают только в пустое.`)
}

const restoreFiles = async (restore: Restore, files: Files): Promise<void> => {
  const { manifest, drafts, repository } = restore
  const there = new Map<string, number>()
  for await (const { key, size } of files.list()) there.set(key, size)
  const copied = new Set<string>()
  for await (const { key } of readList(repository, manifest)) copied.add(key)
  await refuseStore(restore, files, there, copied)
  const damaged = new Set(manifest.files?.damaged)
  const folder = await mkdtemp(join(drafts, 'restore-'))
  const put = async (file: CopiedFile): Promise<void> => {
    if (there.get(file.key) === file.size || damaged.has(file.key)) return
    const draft = join(folder, file.key.replace('/', '.'))
    await pipeline(await openPooled(restore, manifest, file), createWriteStream(draft, { mode: 0o600 }))
    await files.put(file.key, draft, 'application/octet-stream')
  }
  try {
    await withEach(readList(repository, manifest), put)
  } catch (error) {
    if (error instanceof Damaged) throw new StartError('Копия испорчена: файл в ней не тот, что был записан.')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await files.remove(NOTES.timeline)
  // Written last: a store with the mark is complete.
  await writeNote(files, NOTES.id, manifest.installation)
}

/** Marks as sent what was pending, by its table: a copy of an older release lacks some. */
const TOLD: Readonly<Record<string, string>> = {
  incident_updates: 'update incident_updates set told_to = null where told_to is not null',
  signals: 'update signals set due_at = null where due_at is not null',
  signal_cursors:
    'update signal_cursors c set seen = greatest(seen, coalesce((select max(id) from ticket_events e where e.business_id = c.business_id), 0))',
}

/**
 * Cancels what the original may already have sent: letters, SMS and notifications that were pending when the copy was made. Drops
 * the rows of unattached files, which were not copied.
 */
const settle = async (client: pg.Client, { instead, now, manifest }: Restore): Promise<void> => {
  await client.query(
    `update outbox set failed_at = $1, last_error = 'restored', sealed = '' where sent_at is null and failed_at is null`,
    [now],
  )
  await client.query('delete from notices where sent_at is null')
  await client.query(
    `update notice_cursors c set seen = greatest(seen, coalesce((select max(id) from ticket_events e where e.business_id = c.business_id), 0))`,
  )
  for (const { name } of manifest.tables) {
    const told = TOLD[name]
    if (told !== undefined) await client.query(told)
  }
  if (manifest.files !== null) await client.query('delete from stored_files where attached_at is null')
  if (!instead)
    await client.query(
      `insert into installation_marks (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [RESTORED, now.toISOString()],
    )
}

/**
 * Restores a copy into an empty installation: keys, files, then rows in one transaction. An interrupted restore is repeated with
 * the same command. Throws StartError.
 */
export const restoreBackup = async (restore: Restore): Promise<void> => {
  const { manifest, identity, files, connection } = restore
  if (manifest.recipient !== null && identity === null)
    throw new StartError('Копия зашифрована: назовите файл с закрытым ключом, --key ФАЙЛ.')
  const reading: Reading = {
    repository: restore.repository,
    identity: manifest.recipient === null ? null : identity,
  }
  const opened = { ...restore, ...reading }
  await refuseFull(connection)
  if (files !== null) {
    if (manifest.files === null)
      throw new StartError('Это копия одних строк, без файлов: она для возврата на той же машине (--back).')
    await restoreKeys(opened)
    await restoreFiles(opened, files)
  }
  await loadRows(connection, manifest, {
    read: (table) => tableSource(reading, manifest.name, table),
    last: (client) => settle(client, restore),
  })
}
