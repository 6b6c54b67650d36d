/** The state of a job, for operators. Times are seconds; ages are null if it never happened. */
export interface JobState {
  name: string
  running: boolean
  runs: number
  failures: number
  last_run: number
  /** Since the last successful run, or since the start. */
  success_age: number
  /** Failures since the last success. */
  failed_in_a_row: number
  /** Since the last run began, and since the last one ended. */
  started_age: number | null
  ended_age: number | null
  /** Since the last failure, and since the first failure of the current series. */
  failed_age: number | null
  failing_age: number | null
  /** An error code or class, never its message, which may contain personal data. */
  failure: string | null
  /** Time left for the next run to happen or the current one to end; negative: overdue. */
  due_in: number
}

const HUNG_MS = 3_600_000
/** Intervals that may pass without a run, plus slack: a process may be busy, or have been frozen. */
const MISSED = 3
const SLACK_MS = 300_000

const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Records the runs of one job. `ms`: its interval; `hung_ms`: after this long a run counts as hung. */
export const rememberRuns = (name: string, { ms, hung_ms = HUNG_MS }: { ms: number; hung_ms?: number }) => {
  const made_at = performance.now()
  let runs = 0
  let failures = 0
  let failed_in_a_row = 0
  let last_run_ms = 0
  let succeeded_at = made_at
  let failure: string | null = null
  const at: Record<'started' | 'ended' | 'failed' | 'failing', number | null> = {
    started: null,
    ended: null,
    failed: null,
    failing: null,
  }
  const ageOf = (moment: number | null) => (moment === null ? null : (performance.now() - moment) / 1000)
  const end = (): number => {
    const now = performance.now()
    last_run_ms = now - (at.started ?? now)
    at.ended = now
    return now
  }
  return {
    begin: (): number => {
      runs += 1
      at.started = performance.now()
      return at.started
    },
    succeed: (): void => {
      succeeded_at = end()
      failed_in_a_row = 0
      at.failing = null
    },
    /** Returns the number of failures in a row. */
    fail: (error: unknown): number => {
      at.failed = end()
      at.failing ??= at.failed
      failure = nameOf(error)
      failures += 1
      failed_in_a_row += 1
      return failed_in_a_row
    },
    state: (running: boolean): JobState => {
      const due_at = running
        ? (at.started ?? made_at) + Math.max(MISSED * ms, hung_ms)
        : (at.ended ?? made_at) + MISSED * ms + SLACK_MS
      return {
        name,
        running,
        runs,
        failures,
        failed_in_a_row,
        failure,
        last_run: last_run_ms / 1000,
        success_age: ageOf(succeeded_at) ?? 0,
        started_age: ageOf(at.started),
        ended_age: ageOf(at.ended),
        failed_age: ageOf(at.failed),
        failing_age: ageOf(at.failing),
        due_in: (due_at - performance.now()) / 1000,
      }
    },
  }
}
