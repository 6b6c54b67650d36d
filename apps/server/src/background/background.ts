import { asCaller, asProcess } from '@podmoga/sql/caller'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '../ports/clock.ts'
import { type JobState, rememberRuns } from './runs.ts'

/** Options common to all jobs. Times are milliseconds. */
interface Timing {
  /** Interval between runs. */
  ms: number
  /** Whether it also runs as soon as the app is ready. */
  at_start?: boolean
  /** Caller kind for the database (packages/sql, caller.ts). Default: the process itself, which long sweeps need. */
  caller?: string
  /** Other pending work that closing the app waits for. */
  idle?: () => Promise<unknown>
  /** How long closing the app waits for this job. */
  stop_ms?: number
  /** After this long a run counts as hung. Default: an hour. */
  hung_ms?: number
}

export interface Every extends Timing {
  /** A long run should stop after its current batch once `closing` is aborted. `end` stops the job for good in this process. */
  run: (end: () => void) => Promise<unknown>
  /** How often to check whether `ms` have passed on the system clock. Default: a timer of `ms`. */
  tick_ms?: number
}

/** A lease on rows: no other server takes them before `lease_until`, when the server that took them must have died. */
export interface Claim {
  now: Date
  lease_until: Date
  limit: number
}

export interface Queue<Row> extends Timing {
  /** Longer than the longest `run` of one row or, with `renew`, than the longest gap between renewals. */
  lease_ms: number
  /** Rows taken, and run, at once. */
  at_once: number
  take: (claim: Claim) => Promise<readonly Row[]>
  /** Must store its outcome. Throws only if that fails: the row is then taken again after the lease. */
  run: (row: Row) => Promise<unknown>
  /** Renews the lease while the row runs: a server that dies meanwhile is replaced within `lease_ms`. */
  renew?: (row: Row) => Promise<unknown>
}

/** Renewals per lease: a late or failed one does no harm. */
const RENEWALS_PER_LEASE = 5

/** Waits for `run`, renewing its lease meanwhile. */
const runWithRenewal = async (
  run: Promise<unknown>,
  renew: () => Promise<unknown>,
  lease_ms: number,
): Promise<void> => {
  let renewal: Promise<unknown> = Promise.resolve()
  // A failed renewal is retried at the next tick. A lease lost to another server shows when the outcome is stored.
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch(() => undefined)
  }, lease_ms / RENEWALS_PER_LEASE)
  try {
    await run
  } finally {
    clearInterval(timer)
    await renewal
  }
}

/** A queue with its row type hidden. */
export interface Batches extends Timing, Pick<Queue<unknown>, 'lease_ms' | 'at_once'> {
  /** Takes a batch and runs it; resolves to true if the batch was full. */
  batch: (claim: Claim) => Promise<boolean>
}

/** A job that processes rows of the database; full batches follow one another without a pause. */
export const queue = <Row>({ take, run, renew, ...timing }: Queue<Row>): Batches => ({
  ...timing,
  batch: async (claim) => {
    const rows = await take(claim)
    const runRow = (row: Row) =>
      renew === undefined ? run(row) : runWithRenewal(run(row), () => renew(row), timing.lease_ms)
    const outcomes = await Promise.allSettled(rows.map(runRow))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    return rows.length === claim.limit
  },
})

/** Jobs by name, as in the metrics. Each has at most one run at a time in this process. */
export type Jobs = Readonly<Record<string, Every | Batches>>

/** Background work as modules see it. */
export interface Background {
  /**
   * Runs a job now, or once more if it is running. No-op before the app is ready or after it has closed.
   * @throws if there is no such job.
   */
  wake: (name: string) => void
  /** States of all jobs except those that called `end`. */
  jobs: () => JobState[]
  /** Aborted when the app begins to close. */
  closing: AbortSignal
}

/** For registering jobs: modules.ts adds those of the modules, app.ts those of the app itself. */
export interface Runner extends Background {
  add: (jobs: Jobs) => void
}

/**
 * Options of makeJob. `round` resolves to true if there is more to do at once. `every_ms`: the job's interval where `ms` only
 * polls.
 */
interface JobOptions extends Timing {
  round: (end: () => void) => Promise<boolean>
  isDue?: () => boolean
  every_ms?: number
}

const STOP_MS = 10_000
/** At start, how long to wait for a job's first run before starting the next job's. */
const STAGGER_MS = 50
/** Longest back-off of a failing job, unless its own interval is longer. */
const BACK_OFF_MS = 10_000

const makeJob = (log: FastifyBaseLogger, name: string, how: JobOptions) => {
  const { ms, caller, hung_ms } = how
  const memory = rememberRuns(name, { ms: how.every_ms ?? ms, ...(hung_ms === undefined ? {} : { hung_ms }) })
  let state: 'new' | 'open' | 'closed' = 'new'
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let isOver = false
  let not_before = 0

  const stopTimer = (): void => clearInterval(timer)
  const end = (): void => {
    isOver = true
    stopTimer()
  }
  const round = async (): Promise<boolean> => {
    const began = memory.begin()
    try {
      const more = await how.round(end)
      memory.succeed()
      return more || again
    } catch (error) {
      const failed_in_a_row = memory.fail(error)
      const wait = Math.min(ms * 2 ** (failed_in_a_row - 1), Math.max(ms, BACK_OFF_MS))
      // Minus half an interval: ticks may be slightly early or late.
      not_before = began + wait - ms / 2
      log.warn({ err: error, job: name, failures: failed_in_a_row }, 'a background job has failed')
      return false
    }
  }
  const work = async (): Promise<void> => {
    do again = false
    while ((await round()) && state === 'open')
  }
  const begin = (): void => {
    // Not as the caller that woke it: the job must not use a request's share of the database or its tag.
    running ??= (caller === undefined ? asProcess(work) : asCaller(caller, work)).finally(() => {
      running = null
    })
  }
  const tick = (): void => {
    if (performance.now() >= not_before && how.isDue?.() !== false) begin()
  }

  return {
    start: (): void => {
      state = 'open'
      timer = setInterval(tick, ms).unref()
    },
    /** The run at app start, if `at_start` is set. */
    first: async (): Promise<void> => {
      if (how.at_start !== true || state !== 'open') return
      begin()
      await running
    },
    /** Stops the timer; the job runs only when woken. */
    stopTimer,
    stop: async (): Promise<void> => {
      state = 'closed'
      let late: NodeJS.Timeout | undefined
      const given_up = new Promise<boolean>((resolve) => {
        late = setTimeout(resolve, how.stop_ms ?? STOP_MS, true).unref()
      })
      const isLate = await Promise.race([Promise.all([running, how.idle?.()]).then(() => false), given_up])
      clearTimeout(late)
      if (isLate) log.warn({ job: name }, 'the stop does not wait for a background job')
    },
    wake: () => {
      if (state !== 'open') return
      again = true
      begin()
    },
    states: (): JobState[] => (isOver ? [] : [memory.state(running !== null)]),
  }
}

/**
 * Background jobs of one app. They start when the app is ready. When it begins to close, no job starts by itself, but
 * requests can still wake jobs until the last connection has ended. Then running jobs are awaited for at most `stop_ms`.
 * After failures a job skips ticks, with exponential back-off.
 */
export const makeBackground = (
  app: FastifyInstance,
  { log, clock }: { log: FastifyBaseLogger; clock: Clock },
): Runner => {
  const closing = new AbortController()
  const jobs = new Map<string, ReturnType<typeof makeJob>>()

  const optionsOf = (how: Every | Batches): JobOptions => {
    if ('batch' in how) {
      const { batch, lease_ms, at_once, ...timing } = how
      const round = () => {
        const now = clock.now()
        return batch({ now, lease_until: new Date(now.getTime() + lease_ms), limit: at_once })
      }
      return { ...timing, round }
    }
    const { run, ms, tick_ms, ...timing } = how
    let ran_at = Number.NEGATIVE_INFINITY
    return {
      ...timing,
      ms: tick_ms ?? ms,
      every_ms: ms,
      // A clock set back also makes the job due: it may stay behind for long.
      isDue: () => tick_ms === undefined || Math.abs(clock.now().getTime() - ran_at) >= ms,
      round: async (end) => {
        const now = clock.now().getTime()
        await run(end)
        ran_at = now
        return false
      },
    }
  }

  /** Staggered: started at once, the jobs would open every connection of the pool for one short query each. */
  const startStaggered = async (): Promise<void> => {
    for (const { first } of jobs.values()) {
      const waited = new Promise((resolve) => void setTimeout(resolve, STAGGER_MS).unref())
      await Promise.race([first(), waited])
    }
  }

  app.addHook('onReady', async () => {
    for (const { start } of jobs.values()) start()
    void startStaggered()
  })
  app.addHook('preClose', async () => {
    closing.abort()
    for (const { stopTimer } of jobs.values()) stopTimer()
  })
  app.addHook('onClose', async () => {
    await Promise.all([...jobs.values()].map(({ stop }) => stop()))
  })

  return {
    add: (more) => {
      for (const [name, how] of Object.entries(more)) {
        if (jobs.has(name)) throw new Error(`Two jobs are called "${name}".`)
        jobs.set(name, makeJob(log, name, optionsOf(how)))
      }
    },
    wake: (name) => {
      const job = jobs.get(name)
      if (job === undefined) throw new Error(`No job is called "${name}".`)
      job.wake()
    },
    jobs: () => [...jobs.values()].flatMap(({ states }) => states()),
    closing: closing.signal,
  }
}
