import type { Sql } from '@podmoga/sql/sql'
import type { Report } from '../finding.ts'
import { MODULES } from '../modules.ts'
import type { Files } from '../ports/files.ts'
import type { VirusScan } from '../ports/virus-scan.ts'
import type { Secrets } from '../secrets.ts'
import { checkBackup } from './check-backup.ts'
import { checkFiles } from './check-files.ts'
import { checkJobs } from './check-jobs.ts'
import { checkKeys } from './check-keys.ts'
import { checkMove } from './check-move.ts'
import { checkScanner } from './check-scanner.ts'

const NOTHING: Report = { findings: [], checked: {} }

/**
 * Checks the consistency of the database and the file store. Read-only and safe while the app runs: all rows are read in one
 * snapshot. `secrets` null: the key file does not exist; undefined: do not check keys. `backup_hours`: the backup interval; 0 or
 * undefined: no schedule. `scanner`: the virus scanner; null or undefined: there is none.
 */
export const examine = async (
  sql: Sql,
  files: Files,
  how: {
    now: Date
    deep: boolean
    secrets?: Secrets | null
    backup_hours?: number
    scanner?: VirusScan | null
  },
): Promise<Report> =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    const reports = [
      how.secrets === undefined ? NOTHING : await checkKeys(tx, files, how.secrets, MODULES),
      await checkBackup(tx, how),
      await checkScanner(tx, how),
      await checkJobs(tx),
      await checkMove(tx),
      await checkFiles(tx, sql, files, { ...how, columns: MODULES.flatMap((module) => module.files ?? []) }),
    ]
    for (const check of MODULES.flatMap(({ checks = [] }) => checks)) reports.push(await check(tx))
    return {
      findings: reports.flatMap(({ findings }) => findings),
      checked: Object.assign({}, ...reports.map(({ checked }) => checked)),
    }
  })
