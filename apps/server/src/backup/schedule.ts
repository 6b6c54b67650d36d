import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Db } from '@podmoga/sql/sql'
import type { Jobs } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import { LAST_BACKUP, listMarks } from '../installation/marks.sql.ts'
import { RESTORED } from '../installation/restored.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** What is in the way of a backup is seldom gone in a minute, and each attempt reads the database. */
const AFTER_FAILURE_MS = 15 * MINUTE

/** Whether the backup of every `hours` is to be made now. A clock that was set back counts as well. Never of a copy. */
export const isBackupDue = async (db: Db, now: Date, hours: number): Promise<boolean> => {
  const marks = await listMarks(db)
  if (marks.has(RESTORED)) return false
  const last = marks.get(LAST_BACKUP)
  if (last === undefined) return true
  const { made_at } = JSON.parse(last) as { made_at: string }
  return Math.abs(now.getTime() - new Date(made_at).getTime()) >= hours * HOUR
}

/** `npm run backup` in a process of its own: packing and sealing take a processor, which people's requests need. */
const runBackup = async (closing: AbortSignal): Promise<void> => {
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, '../backup.ts'), '--scheduled'],
    { stdio: ['ignore', 'ignore', 'pipe'], signal: closing, killSignal: 'SIGTERM' },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-2000)
  })
  // Ended because we close: the next start makes it.
  child.on('error', () => undefined)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 && !closing.aborted) throw new Error(`The backup has failed: ${said.trim()}`)
}

/** Makes a backup every BACKUP_EVERY_HOURS where BACKUP_TO is set: one of several servers does it. */
export const backupJobs = ({ config, sql, clock, background }: Deps): Jobs => {
  const hours = config.BACKUP_EVERY_HOURS
  if (config.BACKUP_TO === undefined || hours === 0) return {}
  let not_before = Number.NEGATIVE_INFINITY
  return {
    backup: {
      ms: MINUTE,
      at_start: true,
      stop_ms: 2000,
      hung_ms: 24 * HOUR,
      run: async () => {
        if (performance.now() < not_before || !(await isBackupDue(sql, clock.now(), hours))) return
        not_before = performance.now() + AFTER_FAILURE_MS
        await runBackup(background.closing)
        not_before = Number.NEGATIVE_INFINITY
      },
    },
  }
}
