import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Sql } from '@podmoga/sql/sql'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { COPYING_FILES } from '../files/stored-files.ts'
import { STORE } from '../installation/check-installation.ts'
import { LAST_BACKUP, listMarks, setMark } from '../installation/marks.sql.ts'
import type { Clock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'
import { type CopiedFile, copyFiles, poolKey } from './copy-files.ts'
import { connectToCopy, copyRows, endCopy } from './copy-rows.ts'
import { listCopies, MANIFEST, type Manifest, readManifest, sizeOf } from './manifest.ts'
import { type Writing, writePart } from './parts.ts'
import { prune } from './prune.ts'
import type { Repository } from './repository.ts'

/** Used if an old schema has no installation mark yet. */
const ROWS_ALONE = '00000000'

/** Kept free on the disk of the copy, which may also be the database's. */
const SPARE_BYTES = 200 * 1024 * 1024

export interface Backup {
  sql: Sql
  /** null: only rows are copied. */
  files: Files | null
  /** The key file; null: not copied. */
  secrets_path: string | null
  repository: Repository
  recipient: string | null
  /** How long copies are kept, and the minimum number kept regardless of age. */
  keep: { days: number; least: number }
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info'>
  /** Called once this backup has exclusive access; if it returns false, no backup is made. */
  isWanted?: () => Promise<boolean>
}

/** Returns the first letters of the file store's mark: the prefix of every name in the repository. */
export const installationOf = async (sql: Sql): Promise<string> => {
  const id = (await listMarks(sql)).get(STORE)
  if (id === undefined)
    throw new StartError(
      'Эта установка ещё не запускалась: копировать нечего. Запустите её один раз: npm start.',
    )
  return id.slice(0, 8)
}

/** Returns the version in the root package.json. */
const ownRelease = async (): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, '../../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

const nameOf = (installation: string, now: Date): string =>
  `${installation}-${now
    .toISOString()
    .replace(/\.\d+|[-:]/g, '')
    .toLowerCase()}-${randomBytes(2).toString('hex')}`

/** The lock of a broken connection is held until the server notices. */
const LOCK_TRIES = 20
const LOCK_PAUSE_MS = 100

/** Takes the lock that allows one backup of an installation at a time and keeps its files from being swept. */
const alone = async (client: pg.Client): Promise<void> => {
  for (let tried = 0; tried < LOCK_TRIES; tried += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      COPYING_FILES,
    ])
    if (rows[0]?.mine === true) return
    await pause(LOCK_PAUSE_MS)
  }
  throw new StartError('Резервную копию уже делает другой процесс. Дождитесь его.')
}

const attachedFiles = async (client: pg.Client): Promise<CopiedFile[]> => {
  const { rows } = await client.query<{ key: string; size: string; sha256: string }>(
    `select key, size::text, encode(sha256, 'hex') as sha256 from stored_files where attached_at is not null order by key`,
  )
  return rows.map(({ size, ...row }) => ({ ...row, size: Number(size) }))
}

/** Refuses to start if the disk has too little space: a full disk could stop the database on it. */
const refuseFullDisk = async (
  { repository, sql, files }: Backup,
  client: pg.Client,
  { before, isPooled }: { before: string | undefined; isPooled: (key: string) => boolean },
): Promise<void> => {
  if (repository.folder === null) return
  const [size] = await sql<{ bytes: string }[]>`select pg_database_size(current_database())::text as bytes`
  const last = before === undefined ? null : await readManifest(repository, before).catch(() => null)
  // Compressed rows take less space than the database with its indexes; the previous copy tells how much.
  const rows = last === null ? Number(size?.bytes) : sizeOf(last) * 1.5
  const wanted = files === null ? [] : await attachedFiles(client)
  const more = wanted.filter(({ key }) => !isPooled(key)).reduce((sum, { size: bytes }) => sum + bytes, 0)
  const { bavail, bsize } = await statfs(repository.folder)
  const need = rows + more + SPARE_BYTES
  if (bavail * bsize < need)
    throw new StartError(
      `Копия не начата: в ${repository.label} свободно ${megabytes(bavail * bsize)}, а нужно ${megabytes(need)}. Освободите место или назовите другую папку.`,
    )
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} МБ`

/**
 * Backs up an installation at one moment while people write: rows, the files that they reference, and the keys. Everything
 * acknowledged before is included. Returns null if the backup turned out not to be wanted. Throws StartError; a partial copy is
 * removed now or by the next backup.
 */
export const makeBackup = async (backup: Backup): Promise<Manifest | null> => {
  const { sql, repository, clock, recipient } = backup
  const client = await connectToCopy(sql.connection)
  let drafts: string | undefined
  try {
    await alone(client)
    if ((await backup.isWanted?.()) === false) return null
    await repository.check()
    const installation = backup.files === null ? ROWS_ALONE : await installationOf(sql)
    const before = (await listCopies(repository, installation)).at(-1)
    const pooled = new Set<string>()
    for await (const { key } of repository.list()) pooled.add(key)
    const isPooled = (key: string) => pooled.has(poolKey(installation, recipient, key))
    await refuseFullDisk(backup, client, { before, isPooled })
    drafts = await repository.draftFolder()
    const name = nameOf(installation, clock.now())
    const manifest = await write(backup, client, {
      writing: { repository, drafts, recipient },
      name,
      installation,
      isPooled: (key) => pooled.has(key),
    })
    await note(backup, manifest)
    await prune({ ...backup, installation, now: clock.now() })
    return manifest
  } finally {
    endCopy(client)
    if (drafts !== undefined) await rm(drafts, { recursive: true, force: true })
  }
}

const write = async (
  { sql, files, secrets_path, clock }: Backup,
  client: pg.Client,
  {
    writing,
    name,
    installation,
    isPooled,
  }: { writing: Writing; name: string; installation: string; isPooled: (key: string) => boolean },
): Promise<Manifest> => {
  const made_at = clock.now().toISOString()
  const began = performance.now()
  let wanted: CopiedFile[] = []
  const rows = await copyRows(
    client,
    (part, source) => writePart(writing, `${name}/${part}`, source),
    async () => {
      if (files !== null) wanted = await attachedFiles(client)
    },
  )
  const copied =
    files === null ? null : await copyFiles({ ...writing, name, installation }, files, wanted, isPooled)
  const keys =
    secrets_path === null
      ? null
      : await writePart(writing, `${name}/keys.json.gz`, createReadStream(secrets_path))
  const manifest: Manifest = {
    format: 1,
    name,
    made_at,
    seconds: Math.round(performance.now() - began) / 1000,
    release: await ownRelease(),
    installation: files === null ? '' : ((await listMarks(sql)).get(STORE) ?? ''),
    recipient: writing.recipient,
    ...rows,
    files: copied,
    keys,
  }
  const draft = join(writing.drafts, MANIFEST)
  await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
  await writing.repository.put(`${name}/${MANIFEST}`, draft, 'application/json')
  return manifest
}

/** Records the backup for `/metrics`, the doctor and the schedule. Not called for copies of rows alone. */
const note = async ({ sql, log, repository }: Backup, manifest: Manifest): Promise<void> => {
  const { name, made_at, seconds, files } = manifest
  const entry = { name, made_at, seconds, bytes: sizeOf(manifest), damaged: files?.damaged.length ?? 0 }
  log.info(entry, 'a backup was made')
  if (files === null) return
  await setMark(sql, LAST_BACKUP, JSON.stringify({ ...entry, to: repository.label }))
}
