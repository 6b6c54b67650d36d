import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, reasonOf, StartError } from './start-error.ts'

export type AppLock = { release(): void }

/**
 * Locks `dataDir` for this process, without waiting. Node has no `flock`, but its SQLite uses the same kernel locks: they end
 * with the process however it ends, so there are no stale locks, and they work across containers that share a volume.
 * @throws StartError if another running app holds the folder, or the folder is not writable.
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
 * Returns the pid of the process that holds `dataDir`, 0 if the pid cannot be read; undefined if the folder is free or does not
 * exist. Holds the lock itself for the moment of the check.
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

/** A start by root must not lock out the owner of the folder. */
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
