import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Sql } from '@podmoga/sql/sql'
import type { Config } from '../config.ts'
import type { Files } from '../ports/files.ts'
import { SealError, type Secrets, secretsPathOf } from '../secrets.ts'
import { makeSealed } from '../session/session.module.ts'
import { fingerprintsOf, KEYS, type KeyName } from './fingerprints.ts'
import { listMarks, lockMarks, setMark } from './marks.sql.ts'
import { NOTES, readNote, writeNote } from './store-note.ts'

export const STORE = 'file_store'

/** The parts of a server that must belong together. */
export interface Installation {
  config: Pick<Config, 'SECRETS_FILE' | 'DATA_DIR' | 'S3_BUCKET'>
  sql: Sql
  secrets: Secrets
  files: Files
}

/** Returns the keys that do not match their marks. Keys without a mark are skipped. */
export const strangeKeys = (secrets: Secrets, marks: ReadonlyMap<string, string>): KeyName[] => {
  const own = fingerprintsOf(secrets)
  return KEYS.filter((name) => marks.has(name) && marks.get(name) !== own[name])
}

/** A database older than the marks may contain a value that every installation seals; opening it tests the key. */
const sealsOpen = async (sql: Sql, secrets: Secrets): Promise<boolean> => {
  const [row] = await sql<{ sealed: Buffer }[]>`select sealed from sealed_keys where name = 'vapid'`
  if (row === undefined) return true
  try {
    makeSealed(secrets, 'push').open(row.sealed, 'vapid')
    return true
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/** Returns the keys with which this database was not used, as far as this can be determined. */
export const findStrangeKeys = async (sql: Sql, secrets: Secrets): Promise<readonly KeyName[]> => {
  const marks = await listMarks(sql)
  const strange = strangeKeys(secrets, marks)
  if (strange.length > 0 || marks.has('seal_key') || (await sealsOpen(sql, secrets))) return strange
  return ['seal_key']
}

const strangeKeysError = (names: readonly string[], { config }: Installation): StartError =>
  new StartError(
    `Ключи в файле ${secretsPathOf(config)} — не те, с которыми работала эта база (не совпадают: ${names.join(', ')}). Положите на его место файл ключей первого сервера или тот, что лежит рядом с копией базы (secrets.json), или назовите его в SECRETS_FILE. Если прежних ключей нет нигде: npm run adopt -- keys скажет, что без них пропадёт, и примет новые.`,
  )

/**
 * Refuses keys other than those used with this database: data sealed with the old ones could not be opened, and signed links
 * would be invalid. The first start records the marks of the keys. Throws StartError.
 */
export const checkKeys = async (installation: Installation): Promise<void> => {
  const { sql, secrets } = installation
  const strange = await findStrangeKeys(sql, secrets)
  if (strange.length > 0) throw strangeKeysError(strange, installation)
  const marks = await listMarks(sql)
  const own = fingerprintsOf(secrets)
  const others = KEYS.every((name) => marks.has(name))
    ? strangeKeys(secrets, marks)
    : await sql.begin(async (tx) => {
        await lockMarks(tx)
        const now = await listMarks(tx)
        for (const name of KEYS) if (!now.has(name)) await setMark(tx, name, own[name])
        return strangeKeys(secrets, now)
      })
  // Another server with other keys started first.
  if (others.length > 0) throw strangeKeysError(others, installation)
}

const storeName = ({ DATA_DIR, S3_BUCKET }: Installation['config']): string =>
  S3_BUCKET === undefined ? `папка ${resolve(DATA_DIR, 'files')}` : `корзина S3 «${S3_BUCKET}»`

const strangeStoreError = (found: string | null, { config }: Installation): StartError =>
  new StartError(
    `Хранилище файлов (${storeName(config)}) — не то, с которым работала эта база: ${found === null ? 'в нём нет её метки' : 'в нём метка другой базы'}. Верните прежнее: скопируйте в него файлы из копии целиком или исправьте ${config.S3_BUCKET === undefined ? 'DATA_DIR или настройки S3' : 'S3_BUCKET и S3_ENDPOINT'}. Если прежнего хранилища нет: npm run adopt -- files скажет, сколько файлов пропадёт, и примет это.`,
  )

/**
 * Refuses a file store other than the one used with this database: attached files would be missing. The first start gives the
 * store its id. Throws StartError, or StoreUnavailable if the store cannot be read.
 */
export const checkStore = async (installation: Installation): Promise<void> => {
  const { sql, files } = installation
  // Database first: if it knows an id, the store must have been given it before.
  const known = (await listMarks(sql)).get(STORE)
  if (known !== undefined) {
    const found = await readNote(files, NOTES.id)
    if (known !== found) throw strangeStoreError(found, installation)
    return
  }
  const mark = await sql.begin(async (tx) => {
    await lockMarks(tx)
    const first = (await listMarks(tx)).get(STORE)
    if (first !== undefined) return first
    // The id is written to the store before the database, so an interrupted start can resume.
    const found = await readNote(files, NOTES.id)
    const id = found ?? randomUUID()
    if (found === null) await writeNote(files, NOTES.id, id)
    await setMark(tx, STORE, id)
    return id
  })
  const bears = await readNote(files, NOTES.id)
  if (bears !== mark) throw strangeStoreError(bears, installation)
}
