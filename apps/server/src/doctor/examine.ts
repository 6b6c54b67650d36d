import type { Sql } from '../db/sql.ts'
import type { Files } from '../ports/files.ts'
import type { Secrets } from '../secrets.ts'
import { checkFiles } from './check-files.ts'
import { checkKeys } from './check-keys.ts'
import { checkKnowledge } from './check-knowledge.ts'
import { checkPeople } from './check-people.ts'
import { checkTickets } from './check-tickets.ts'
import type { Report } from './finding.ts'

const NOTHING: Report = { findings: [], checked: {} }

/**
 * Looks for whatever does not agree with itself, in the database and in the store. Writes nothing, and may run while the
 * app works: all rows are read in one snapshot. `secrets` null: there is no file of keys; undefined: they are not looked at.
 */
export const examine = async (
  sql: Sql,
  files: Files,
  how: { now: Date; deep: boolean; secrets?: Secrets | null },
): Promise<Report> =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    const reports = [
      how.secrets === undefined ? NOTHING : await checkKeys(tx, files, how.secrets),
      await checkTickets(tx),
      await checkKnowledge(tx),
      await checkPeople(tx),
      await checkFiles(tx, sql, files, how),
    ]
    return {
      findings: reports.flatMap(({ findings }) => findings),
      checked: Object.assign({}, ...reports.map(({ checked }) => checked)),
    }
  })
