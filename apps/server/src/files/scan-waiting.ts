import type { ScanState } from '@podmoga/contract/scan'
import type { Db } from '@podmoga/sql/sql'
import { type Batches, queue } from '../background/background.ts'
import type { Deps } from '../deps.ts'

const EVERY_MS = 5000
const AT_ONCE = 4
/** Timeout for one file: clamd itself gives up after two minutes. */
const SCAN_MS = 120_000
const LEASE_MS = SCAN_MS + 60_000
/** Retry delay for a file that could not be scanned. */
const RETRY_MS = 60_000

/** The scan state of a stored file; null: it may be opened. */
export const findScanState = async (db: Db, key: string): Promise<ScanState | null> => {
  const [row] = await db<{ scan: ScanState | null }[]>`select scan from stored_files where key = ${key}`
  return row?.scan ?? null
}

/** Scans the files that arrived while the scanner was away; without a scanner it releases them. */
export const scanWaiting = ({
  sql,
  files,
  scanner,
  log,
  background,
}: Pick<Deps, 'sql' | 'files' | 'scanner' | 'log'> & {
  background: Pick<Deps['background'], 'closing'>
}): Batches => {
  const settle = (key: string, scan: ScanState | null) =>
    sql`update stored_files set scan = ${scan}, scan_due_at = null where key = ${key} and scan = 'waiting'`

  return queue<{ key: string }>({
    ms: EVERY_MS,
    at_start: true,
    lease_ms: LEASE_MS,
    at_once: AT_ONCE,
    take: async ({ now, lease_until, limit }) => {
      const [first] = await sql`select 1 from stored_files where scan = 'waiting' limit 1`
      // Checked before rows are taken, so that nothing is written while the scanner is away.
      if (first === undefined || (scanner !== null && !(await scanner.isUp()))) return []
      return sql<{ key: string }[]>`
        update stored_files set scan_due_at = ${lease_until} where key in (
          select key from stored_files where scan = 'waiting' and (scan_due_at is null or scan_due_at <= ${now})
          order by created_at limit ${limit} for update skip locked
        ) returning key`
    },
    run: async ({ key }) => {
      if (scanner === null) return settle(key, null)
      const opened = await files.open(key)
      if (opened === null) return settle(key, null)
      try {
        const verdict = await scanner.scan(opened.stream, { ms: SCAN_MS, signal: background.closing })
        if (verdict.is !== 'clean') log.warn({ key, ...verdict }, 'a stored file stays closed')
        return await settle(key, verdict.is === 'clean' ? null : verdict.is)
      } catch (error) {
        log.warn({ err: error, key }, 'a stored file could not be scanned')
        return sql`update stored_files set scan_due_at = now() + ${RETRY_MS} * interval '1 millisecond'
          where key = ${key} and scan = 'waiting'`
      }
    },
  })
}
