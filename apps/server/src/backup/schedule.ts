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
/** The cause of a failure seldom disappears within a minute, and each attempt reads the whole database. */
const AFTER_FAILURE_MS = 15 * MINUTE

/**
 * Whether a backup is due, given one every `hours`. If the clock was set back it is due too. A restored copy never backs itself
 * up.
 */
export const isBackupDue = async (db: Db, now: Date, hours: number): Promise<boolean> => {
  const marks = await listMarks(db)
  if (marks.has(RESTORED)) return false
  const last = marks.get(LAST_BACKUP)
  if (last === undefined) return true
  const { made_at } = JSON.parse(last) as { made_at: string }
  return Math.abs(now.getTime() - new Date(made_at).getTime()) >= hours * HOUR
}

/** Runs `npm run backup` in its own process: compression and encryption would take CPU time from requests. */
const runBackup = async (closing: AbortSignal): Promise<void> => {
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, '../backup.ts'), '--scheduled'],
    { stdio: ['ignore', 'ignore', 'pipe'], signal: closing, killSignal: 'SIGTERM' },
  )
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-2000)
  })
  // Aborted because the server is closing; the next start makes the backup.
  child.on('error', () => undefined)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 && !closing.aborted) throw new Error(`The backup has failed: ${output.trim()}`)
}

/** Makes a backup every BACKUP_EVERY_HOURS if BACKUP_TO is set; of several servers one makes it. */
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
