import type { ScanState } from '@podmoga/contract/scan'
import type { Db } from '@podmoga/sql/sql'
import { type Batches, queue } from '../background/background.ts'
import type { Deps } from '../deps.ts'

const EVERY_MS = 5000
const AT_ONCE = 4
/** What one file may take: a whole clamd gives up after two minutes. */
const SCAN_MS = 120_000
const LEASE_MS = SCAN_MS + 60_000
/** When a file that the scanner could say nothing of is looked at again. */
const AGAIN_MS = 60_000

/** What the scanner has yet to say of a stored file, or has said against it; null: it may be opened. */
export const findScanState = async (db: Db, key: string): Promise<ScanState | null> => {
  const [row] = await db<{ scan: ScanState | null }[]>`select scan from stored_files where key = ${key}`
  return row?.scan ?? null
}

/** Looks at the files that came while the scanner was away; without a scanner they wait no longer. */
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
      // Before a row is taken: while the scanner is away nothing is written of any.
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
        return sql`update stored_files set scan_due_at = now() + ${AGAIN_MS} * interval '1 millisecond'
          where key = ${key} and scan = 'waiting'`
      }
    },
  })
}
