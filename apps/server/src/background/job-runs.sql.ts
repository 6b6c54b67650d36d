import type { Db } from '@podmoga/sql/sql'
import type { JobState } from './runs.ts'

/** A server silent for this long is gone or cannot reach the database: its jobs are not reported. */
const SEEN_WITHIN = '5 minutes'
/** This many failures in a row, over FAILING_FOR, will not resolve by themselves. */
const FAILURES = 3
const FAILING_FOR = '5 minutes'

/** Stores the job states of one server, by the database's clock, and deletes those of servers unseen for a day. */
export const writeJobRuns = async (db: Db, server_id: string, states: readonly JobState[]): Promise<void> => {
  await db`
    with gone as (delete from job_runs where seen_at < now() - interval '1 day')
    insert into job_runs (server_id, job, started_at, ended_at, failed_at, failing_since, failures, failure, due_at, seen_at)
    select ${server_id}::uuid, s.name, now() - make_interval(secs => s.started_age), now() - make_interval(secs => s.ended_age),
      now() - make_interval(secs => s.failed_age), now() - make_interval(secs => s.failing_age), s.failed_in_a_row, s.failure,
      now() + make_interval(secs => s.due_in), now()
    from jsonb_to_recordset(${db.json(states)}) as s (name text, started_age float8, ended_age float8, failed_age float8,
      failing_age float8, failed_in_a_row int, failure text, due_in float8)
    on conflict (server_id, job) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
      failed_at = excluded.failed_at, failing_since = excluded.failing_since, failures = excluded.failures,
      failure = excluded.failure, due_at = excluded.due_at, seen_at = excluded.seen_at`
}

export interface JobTrouble {
  job: string
  /** True: it fails repeatedly. False: it is overdue, that is, has not run for several intervals, or hangs. */
  fails: boolean
  failures: number
  failure: string | null
  /** Start and end of the last run; null if there was none, or it has not ended. */
  started_at: Date | null
  ended_at: Date | null
}

/** Jobs of live servers that fail repeatedly or are overdue, and the number of jobs checked. */
export const listJobTroubles = async (db: Db): Promise<{ troubles: JobTrouble[]; jobs: number }> => {
  const rows = await db<(JobTrouble & { is_late: boolean })[]>`
    select job, failures, failure, started_at, ended_at, due_at < seen_at as is_late,
      failures >= ${FAILURES} and failing_since < seen_at - ${FAILING_FOR}::interval as fails
    from job_runs where seen_at > now() - ${SEEN_WITHIN}::interval order by job, server_id`
  return {
    troubles: rows.filter(({ fails, is_late }) => fails || is_late),
    jobs: new Set(rows.map(({ job }) => job)).size,
  }
}
