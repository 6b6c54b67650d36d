import { asCaller, asProcess } from '@podmoga/sql/caller'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Clock } from '../ports/clock.ts'
import { type JobState, rememberRuns } from './runs.ts'

/** What every job says of itself. Times are milliseconds. */
interface Timing {
  /** From one run to the next. */
  ms: number
  /** Whether it also runs as soon as the app is ready. */
  at_start?: boolean
  /** The database's name for it (packages/sql, caller.ts). Left out: the process itself, which long sweeps need. */
  caller?: string
  /** What else is waited for when the app closes. */
  idle?: () => Promise<unknown>
  /** How long closing waits for it. */
  stop_ms?: number
  /** After how long a run must be hanging: an hour when left out. */
  hung_ms?: number
}

export interface Every extends Timing {
  /** A long one ends after its present portion once `closing` is aborted. `end`: nothing is left for this process. */
  run: (end: () => void) => Promise<unknown>
  /** How often it is looked whether `ms` have gone by on the world's clock. Left out: a timer of `ms`. */
  tick_ms?: number
}

/** What a server takes for itself: nobody else gets it before `lease_until`, when whoever took it must be dead. */
export interface Claim {
  now: Date
  lease_until: Date
  limit: number
}

export interface Queue<Row> extends Timing {
  /** Longer than any `run` of one row, or than a server may be without a word where `keep` gives one. */
  lease_ms: number
  /** Rows taken, and run, at once. */
  at_once: number
  take: (claim: Claim) => Promise<readonly Row[]>
  /** Must write down its outcome. Throws only when it could not: the row comes again after the lease. */
  run: (row: Row) => Promise<unknown>
  /** Puts off the end of the lease while the row runs: who dies in the midst of it is replaced within `lease_ms`. */
  keep?: (row: Row) => Promise<unknown>
}

/** How many times a lease is put off before it would end: one that is late or lost costs nothing. */
const KEPT_PER_LEASE = 5

/** Runs a row under a lease that is kept. */
const keeping = async (
  run: Promise<unknown>,
  keep: () => Promise<unknown>,
  lease_ms: number,
): Promise<void> => {
  let kept: Promise<unknown> = Promise.resolve()
  // A lease that could not be put off is tried again; one that was lost is the other server's, which the outcome tells.
  const timer = setInterval(() => {
    kept = kept.then(keep).catch(() => undefined)
  }, lease_ms / KEPT_PER_LEASE)
  try {
    await run
  } finally {
    clearInterval(timer)
    await kept
  }
}

/** A queue of which only its owner knows what a row is. */
export interface Batches extends Timing, Pick<Queue<unknown>, 'lease_ms' | 'at_once'> {
  /** Takes a batch and runs it; true when it was full. */
  batch: (claim: Claim) => Promise<boolean>
}

/** Rows of the database that wait for something to be done; full batches follow one another. */
export const queue = <Row>({ take, run, keep, ...timing }: Queue<Row>): Batches => ({
  ...timing,
  batch: async (claim) => {
    const rows = await take(claim)
    const runKept = (row: Row) =>
      keep === undefined ? run(row) : keeping(run(row), () => keep(row), timing.lease_ms)
    const outcomes = await Promise.allSettled(rows.map(runKept))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    return rows.length === claim.limit
  },
})

/** By the name that the metrics tell it by. At most one run of each at a time in this process. */
export type Jobs = Readonly<Record<string, Every | Batches>>

/** What everybody may do with background work. */
export interface Background {
  /**
   * Has a job run now; while it runs, once more afterwards. Does nothing before the app is ready or once it has closed.
   * @throws when there is no such job.
   */
  wake: (name: string) => void
  /** Those that have not said of themselves that nothing is left. */
  jobs: () => JobState[]
  /** Aborted as soon as the app begins to close. */
  closing: AbortSignal
}

/** What whoever lists the jobs may do: modules.ts those of the doors, app.ts those of the app itself. */
export interface Runner extends Background {
  add: (jobs: Jobs) => void
}

/** What makes a job; `round` answers true when there is more to do at once. `every_ms`: how often, where `ms` only looks. */
interface Making extends Timing {
  round: (end: () => void) => Promise<boolean>
  isDue?: () => boolean
  every_ms?: number
}

const STOP_MS = 10_000
/** How long the first run of a job is waited for before the next one's begins. */
const TURN_MS = 50
/** The longest a job that keeps failing leaves out, unless its own interval is longer. */
const BACK_OFF_MS = 10_000

const makeJob = (log: FastifyBaseLogger, name: string, how: Making) => {
  const { ms, caller, hung_ms } = how
  const memory = rememberRuns(name, { ms: how.every_ms ?? ms, ...(hung_ms === undefined ? {} : { hung_ms }) })
  let state: 'new' | 'open' | 'closed' = 'new'
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false
  let isOver = false
  let not_before = 0

  const rest = (): void => clearInterval(timer)
  const end = (): void => {
    isOver = true
    rest()
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
      // Half an interval less: ticks come a little early or late.
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
    // Not for whoever has woken it: a request's share of the database and its key are not the job's.
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
    /** Its run as the app is ready, if it wants one. */
    first: async (): Promise<void> => {
      if (how.at_start !== true || state !== 'open') return
      begin()
      await running
    },
    /** No longer by itself, only when it is woken. */
    rest,
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
 * Background work of one app. Jobs begin when the app is ready. When it begins to close, none begins by itself any more;
 * those that requests still wake do, until the last connection has ended. Then what runs is waited for, not longer than
 * `stop_ms`. After failures a job leaves out ticks, twice as many each time.
 */
export const makeBackground = (
  app: FastifyInstance,
  { log, clock }: { log: FastifyBaseLogger; clock: Clock },
): Runner => {
  const closing = new AbortController()
  const jobs = new Map<string, ReturnType<typeof makeJob>>()

  const makingOf = (how: Every | Batches): Making => {
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
      // A clock that was set back counts as well: it may stay behind for long.
      isDue: () => tick_ms === undefined || Math.abs(clock.now().getTime() - ran_at) >= ms,
      round: async (end) => {
        const now = clock.now().getTime()
        await run(end)
        ran_at = now
        return false
      },
    }
  }

  /** All at once they would open every connection that there may be, each for one short look. */
  const beginInTurn = async (): Promise<void> => {
    for (const { first } of jobs.values()) {
      const waited = new Promise((resolve) => void setTimeout(resolve, TURN_MS).unref())
      await Promise.race([first(), waited])
    }
  }

  app.addHook('onReady', async () => {
    for (const { start } of jobs.values()) start()
    void beginInTurn()
  })
  app.addHook('preClose', async () => {
    closing.abort()
    for (const { rest } of jobs.values()) rest()
  })
  app.addHook('onClose', async () => {
    await Promise.all([...jobs.values()].map(({ stop }) => stop()))
  })

  return {
    add: (more) => {
      for (const [name, how] of Object.entries(more)) {
        if (jobs.has(name)) throw new Error(`Two jobs are called "${name}".`)
        jobs.set(name, makeJob(log, name, makingOf(how)))
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
