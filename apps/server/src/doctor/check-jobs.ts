import type { Db } from '@podmoga/sql/sql'
import { type JobTrouble, listJobTroubles } from '../background/job-runs.sql.ts'
import { findingsOf, type Report } from '../finding.ts'

const lastRun = ({ started_at, ended_at }: JobTrouble): string => {
  if (started_at === null) return 'ещё не шла ни разу'
  const isRunning = ended_at === null || ended_at < started_at
  return isRunning ? `идёт с ${started_at.toISOString()}` : `последний раз — ${started_at.toISOString()}`
}

/** Checks that the background jobs of the running servers are working. */
export const checkJobs = async (db: Db): Promise<Report> => {
  const { troubles, jobs } = await listJobTroubles(db)
  return {
    findings: [
      ...findingsOf(
        'job_fails',
        troubles.filter(({ fails }) => fails),
        ({ job, failures, failure }) => `${job}: неудач подряд — ${failures} (${failure})`,
      ),
      ...findingsOf(
        'job_late',
        troubles.filter(({ fails }) => !fails),
        (trouble) => `${trouble.job}: ${lastRun(trouble)}`,
      ),
    ],
    checked: { jobs },
  }
}
