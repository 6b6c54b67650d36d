import type { Sql } from '../db/sql.ts'
import type { Files } from '../ports/files.ts'
import { checkFiles } from './check-files.ts'
import { checkKnowledge } from './check-knowledge.ts'
import { checkPeople } from './check-people.ts'
import { checkTickets } from './check-tickets.ts'
import type { Report } from './finding.ts'

/**
 * Looks for whatever does not agree with itself, in the database and in the store. Writes nothing, and may run while the
 * app works: all rows are read in one snapshot.
 */
export const examine = async (sql: Sql, files: Files, how: { now: Date; deep: boolean }): Promise<Report> =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    const tickets = await checkTickets(tx)
    const knowledge = await checkKnowledge(tx)
    const people = await checkPeople(tx)
    const stored = await checkFiles(tx, sql, files, how)
    return {
      findings: [...tickets.findings, ...knowledge.findings, ...people.findings, ...stored.findings],
      checked: { ...tickets.checked, ...knowledge.checked, ...people.checked, ...stored.checked },
    }
  })
