import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, reasonOf, StartError } from './start-error.ts'

export type AppLock = { release(): void }

/**
 * Takes `dataDir` for this process alone, at once or not at all.
 * Node has no `flock`, but its SQLite takes the same kernel locks: they end with the process, however it ends,
 * so there is nothing stale to guess about, and they are seen across containers that share a volume.
 * @throws StartError when another running app holds the folder, or the folder cannot be written.
 */
export const lockDataDir = (dataDir: string): AppLock => {
  const lockFile = join(dataDir, 'app.lock')
  const holderFile = join(dataDir, 'app.pid')
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(lockFile, { timeout: 0 })
    file.exec('pragma journal_mode = memory; begin exclusive')
    writeFileSync(holderFile, `${process.pid}\n`)
    giveToOwner(dataDir, [lockFile, holderFile])
  } catch (error) {
    file?.close()
    throw new StartError(refusal(error, dataDir, holderFile), { cause: error })
  }
  const held = file
  return {
    release() {
      if (held.isOpen) held.close()
    },
  }
}

/**
 * The process that holds `dataDir`, 0 when its number cannot be read; undefined when nobody does, or when there is no such
 * folder. Holds the folder itself for the blink of the look.
 */
export const holderOf = (dataDir: string): number | undefined => {
  const lockFile = join(dataDir, 'app.lock')
  if (!existsSync(lockFile)) return undefined
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(lockFile, { timeout: 0 })
    file.exec('begin immediate; rollback')
    return undefined
  } catch (error) {
    return isBusy(error) ? pidIn(join(dataDir, 'app.pid')) : undefined
  } finally {
    file?.close()
  }
}

/** A start by root must not lock out the user whose folder it is. */
const giveToOwner = (dataDir: string, files: string[]): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  for (const file of files) chownSync(file, uid, gid)
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

const refusal = (error: unknown, dataDir: string, holderFile: string): string => {
  if (isBusy(error)) {
    return `Папка данных ${dataDir} уже занята другим запущенным приложением${holder(holderFile)}. Остановите его или задайте другую DATA_DIR.`
  }
  if (codeOf(error) === 'ENOSPC') return `В папке данных ${dataDir} кончилось место.`
  return `Папка данных ${dataDir} недоступна для записи (${reasonOf(error)}): проверьте права или задайте другую DATA_DIR.`
}

const pidIn = (holderFile: string): number => {
  try {
    return Number(readFileSync(holderFile, 'utf8')) || 0
  } catch {
    return 0
  }
}

const holder = (holderFile: string): string => {
  const pid = pidIn(holderFile)
  return pid === 0 ? '' : ` (процесс ${pid})`
}
