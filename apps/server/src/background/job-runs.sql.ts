import type { Db } from '@podmoga/sql/sql'
import type { JobState } from './runs.ts'

/** A server that has noted nothing for so long is no more, or cannot reach the database: nothing is said of its jobs. */
const SEEN_WITHIN = '5 minutes'
/** As many failures in a row, over so long, do not mend themselves. */
const FAILURES = 3
const FAILING_FOR = '5 minutes'

/** Writes down what the jobs of one server have done, by the database's clock, and drops what is told of servers long gone. */
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
  /** Whether it fails again and again; otherwise it is overdue: it has not run for several of its intervals, or hangs. */
  fails: boolean
  failures: number
  failure: string | null
  /** The last run, as it began and as it ended; null: there was none, or it has not ended. */
  started_at: Date | null
  ended_at: Date | null
}

/** Jobs of the servers that run now which fail again and again, or are overdue; and how many were looked at. */
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
