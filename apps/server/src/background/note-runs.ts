import { randomUUID } from 'node:crypto'
import type { Sql } from '@podmoga/sql/sql'
import type { Background, Jobs } from './background.ts'
import { writeJobRuns } from './job-runs.sql.ts'

const MINUTE = 60_000

/** Notes once a minute what the jobs of this server have done, for whoever looks from outside it. */
export const noteRuns = (sql: Sql, { jobs }: Background): Jobs => {
  const server_id = randomUUID()
  return { 'job runs': { ms: MINUTE, run: () => writeJobRuns(sql, server_id, jobs()) } }
}
