import { randomUUID } from 'node:crypto'
import type { Sql } from '@podmoga/sql/sql'
import type { Background, Jobs } from './background.ts'
import { writeJobRuns } from './job-runs.sql.ts'

const MINUTE = 60_000

/** Stores the states of this server's jobs once a minute, for monitoring from outside the process. */
export const noteRuns = (sql: Sql, { jobs }: Background): Jobs => {
  const server_id = randomUUID()
  return { 'job runs': { ms: MINUTE, run: () => writeJobRuns(sql, server_id, jobs()) } }
}
