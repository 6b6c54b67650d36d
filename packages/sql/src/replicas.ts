import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asProcess } from './caller.ts'
import { type ConnectSettings, connect, cut } from './connect.ts'
import type { Connection } from './connection.ts'
import type { Rows } from './exchange.ts'
import { Pool, type PoolOptions } from './pool.ts'
import type { Statement } from './statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** A position in the write-ahead log: a place on a timeline of a database in a cluster. */
interface Mark {
  system: string
  timeline: number
  lsn: string
}

/**
 * `unasked`: not checked yet. `away`: does not respond. `strange`: another cluster, or an abandoned timeline. `late`: too far
 * behind. Only `used` replicas are read from.
 */
export const REPLICA_STATES = ['unasked', 'used', 'late', 'away', 'strange'] as const

/** The state of one replica, for monitoring. */
export interface ReplicaUse {
  host: string
  state: (typeof REPLICA_STATES)[number]
  /** The maximum age of its data; null: it does not respond, or its position is older than any remembered one. */
  lag_seconds: number | null
  /** Reads that it answered, for which it was too late, and that failed; the last two went to the primary. */
  answered: number
  late: number
  failed: number
}

interface Replica extends ReplicaUse {
  pool: Pool
  probe: () => Promise<Mark>
  close: () => void
}

const PROBE_MS = 1000
const CONNECT_MS = 1000
/** A replica further behind than this is not used until it has caught up. */
const LAG_MAX_S = 3
/** A read waits in these steps until the replica has everything committed before it; on a healthy replica a few milliseconds. */
const STEPS_MS = [0, 2, 5, 10, 20] as const
/** How many positions of the primary are remembered, one per second, to compute a replica's lag. */
const REMEMBERED = 300

// Every role may run this. An acknowledged commit is flushed, unless synchronous_commit is off.
const AT_PRIMARY = `
  with here as (select case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn)
  select system_identifier || current_database() as system, lsn::text,
    ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
  from pg_control_system(), here`

// A standby updates its timeline only in its control file, at the next restart point after a change. Until then it counts as
// being on the old timeline: it may have followed a replaced primary. A promoted one is no longer a standby.
const AT_REPLICA = `
  select s.system_identifier || current_database() as system,
    case when pg_is_in_recovery() then greatest(c.timeline_id, r.min_recovery_end_timeline)
      else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::text as lsn
  from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`

const ask = (text: string): Statement => ({ text, values: [], name: undefined })

/** Converts a log position, `16/B374D848`, to a number. */
const numberOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const hasReached = (replica: Mark, mark: Mark): boolean =>
  replica.system === mark.system &&
  replica.timeline >= mark.timeline &&
  numberOf(replica.lsn) >= numberOf(mark.lsn)

/** Whether the primary may succeed where the replica failed. A statement timeout would only occur a second time. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof pg.DatabaseError && error.code !== '57014')

/** Queries on a separate connection, whatever the pool is doing. Throws if there is no answer within {@link PROBE_MS}. */
const makeProbe = (to: Connection, settings: ConnectSettings) => {
  let client: pg.Client | undefined
  const close = (): void => {
    if (client !== undefined) cut(client)
    client = undefined
  }
  const probe = async (): Promise<Mark> => {
    const late = setTimeout(close, PROBE_MS)
    try {
      client ??= await connect(to, settings)
      const { rows } = await client.query<Mark>(AT_REPLICA)
      const [mark] = rows
      if (mark === undefined) throw new Error('no answer')
      return mark
    } catch (error) {
      close()
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  return { probe, close }
}

/** Checks each replica once a second and updates its state. */
const watch = (replicas: readonly Replica[], markNow: () => Promise<Mark>): NodeJS.Timeout | undefined => {
  const remembered: { at: number; lsn: bigint }[] = []

  const lagOf = (lsn: bigint, now: number): number | null => {
    const reached = remembered.findLast((one) => one.lsn <= lsn)
    if (reached === undefined) return null
    return reached === remembered.at(-1) ? 0 : (now - reached.at) / 1000
  }

  const lookAt = async (replica: Replica, primaryMark: Mark): Promise<void> => {
    try {
      const mark = await replica.probe()
      replica.lag_seconds = lagOf(numberOf(mark.lsn), performance.now())
      const { lag_seconds } = replica
      const isOurs = mark.system === primaryMark.system && mark.timeline >= primaryMark.timeline
      if (!isOurs) replica.state = 'strange'
      else replica.state = lag_seconds !== null && lag_seconds <= LAG_MAX_S ? 'used' : 'late'
    } catch {
      replica.state = 'away'
      replica.lag_seconds = null
      replica.pool.dropResting()
    }
  }

  const look = async (): Promise<void> => {
    const mark = await markNow()
    remembered.push({ at: performance.now(), lsn: numberOf(mark.lsn) })
    if (remembered.length > REMEMBERED) remembered.shift()
    await Promise.all(replicas.map((replica) => lookAt(replica, mark)))
  }
  let looking = false
  const looks = (): void => {
    if (looking) return
    looking = true
    // While the primary is unavailable the states stay as they are.
    void asProcess(look)
      .catch(() => undefined)
      .finally(() => {
        looking = false
      })
  }
  if (replicas.length === 0) return undefined
  looks()
  return setInterval(looks, PROBE_MS).unref()
}

/** Routes reads that need not load the primary. */
export interface Replicas {
  /**
   * Runs `work`, which must only read, on a replica that has everything committed before this call by any client and server. Runs
   * it on the primary if no replica catches up within 40 ms, or again on the primary if the replica fails during the work.
   */
  read: <T>(work: (run: (statement: Statement) => Promise<Rows>) => Promise<T>) => Promise<T>
  use: () => readonly ReplicaUse[]
  end: (timeout?: number) => Promise<void>
}

/** Opens the replicas of `primary`. None is used before it has passed a check. */
export const openReplicas = (
  primary: Pool,
  connections: readonly Connection[],
  options: PoolOptions,
): Replicas => {
  // A standby is wanted here; `timelines` would reject it, and so would several hosts.
  const settings = { ...options, timelines: undefined, each: undefined, connect_ms: CONNECT_MS }
  const replicas = connections.map((to): Replica => {
    const { probe, close } = makeProbe(to, settings)
    const pool = new Pool(to, settings)
    const host = to.host.startsWith('/') ? to.host : `${to.host}:${to.port}`
    const counts = { answered: 0, late: 0, failed: 0 }
    return { host, pool, probe, close, state: 'unasked', lag_seconds: null, ...counts }
  })
  const markNow = async (): Promise<Mark> => (await primary.run(ask(AT_PRIMARY)))[0] as unknown as Mark
  const timer = watch(replicas, markNow)
  let next = 0

  const catchesUp = async (pool: Pool, mark: Mark): Promise<boolean> => {
    for (const step of STEPS_MS) {
      if (step > 0) await pause(step)
      const [at] = (await pool.run(ask(AT_REPLICA))) as unknown as Mark[]
      if (at !== undefined && hasReached(at, mark)) return true
    }
    return false
  }

  const read: Replicas['read'] = async (work) => {
    const onPrimary = () => work((statement) => primary.run(statement))
    const used = replicas.filter(({ state }) => state === 'used')
    const replica = used[next % Math.max(1, used.length)]
    if (replica === undefined) return onPrimary()
    next += 1
    const mark = await markNow()
    try {
      if (await catchesUp(replica.pool, mark)) {
        const answer = await work((statement) => replica.pool.run(statement))
        replica.answered += 1
        return answer
      }
      replica.late += 1
    } catch (error) {
      if (!isOfReplica(error)) throw error
      replica.failed += 1
      if (error instanceof DatabaseUnavailable) replica.state = 'away'
    }
    return onPrimary()
  }

  return {
    read,
    use: () => replicas.map(({ pool: _pool, probe: _probe, close: _close, ...use }) => use),
    end: async (timeout) => {
      clearInterval(timer)
      await Promise.all(
        replicas.map(({ pool, close }) => {
          close()
          return pool.end(timeout)
        }),
      )
    },
  }
}
