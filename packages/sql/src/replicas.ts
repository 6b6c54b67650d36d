import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { asProcess } from './caller.ts'
import { type ConnectSettings, connect, cut } from './connect.ts'
import type { Connection } from './connection.ts'
import type { Rows } from './exchange.ts'
import { Pool, type PoolOptions } from './pool.ts'
import type { Statement } from './statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** How far the log has come: a place in it, on a timeline, of a database of a cluster. */
interface Mark {
  system: string
  timeline: number
  lsn: string
}

/**
 * `unasked`: nothing is known yet. `away`: it does not answer. `strange`: another cluster, or a timeline that was left.
 * `late`: too far behind. Only one that is `used` is read from.
 */
export const REPLICA_STATES = ['unasked', 'used', 'late', 'away', 'strange'] as const

/** What is known of one replica, for whoever watches. */
export interface ReplicaUse {
  host: string
  state: (typeof REPLICA_STATES)[number]
  /** How old its contents are at most; null: it does not answer, or has never been as far as this process knows. */
  lag_seconds: number | null
  /** Reads that it has answered, that it was too late for, and that it has failed: both went to the primary. */
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
/** A replica that is further behind is not even asked until it has caught up. */
const LAG_MAX_S = 3
/** A read waits so long, in steps, for what was committed before it: on a healthy replica a few milliseconds. */
const STEPS_MS = [0, 2, 5, 10, 20] as const
/** The time of the primary's places that are remembered, to tell a replica's age. */
const REMEMBERED = 300

// All of it may be asked by every role. What was acknowledged is flushed, unless the server was told not to wait for that.
const AT_PRIMARY = `
  with here as (select case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn)
  select system_identifier || current_database() as system, lsn::text,
    ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline
  from pg_control_system(), here`

// A standby says which timeline it is on only in its control file, at its next restart point after a change. Until then
// it counts as being on the old one: it may have followed a primary that was replaced. One that was promoted is no standby.
const AT_REPLICA = `
  select s.system_identifier || current_database() as system,
    case when pg_is_in_recovery() then greatest(c.timeline_id, r.min_recovery_end_timeline)
      else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::text as lsn
  from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`

const ask = (text: string): Statement => ({ text, values: [], name: undefined })

/** A place of the log as a number: `16/B374D848`. */
const numberOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const hasReached = (replica: Mark, mark: Mark): boolean =>
  replica.system === mark.system &&
  replica.timeline >= mark.timeline &&
  numberOf(replica.lsn) >= numberOf(mark.lsn)

/** Whether the primary may well do what the replica did not. A statement that takes too long would only do so twice. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || (error instanceof pg.DatabaseError && error.code !== '57014')

/** Asks on a connection of its own, whatever the pool is busy with. Throws when there is no answer within {@link PROBE_MS}. */
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

/** Looks at each replica once a second, and says of it what it is. */
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
    // While the primary is away nothing new is learnt.
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

/** Where reads go that need not load the primary. */
export interface Replicas {
  /**
   * Runs `work`, which only reads, on a replica that has everything committed before this call, by whomever and through
   * whatever server; on the primary when none has it within 40 ms, or the replica fails amid the work, which is then run anew.
   */
  read: <T>(work: (run: (statement: Statement) => Promise<Rows>) => Promise<T>) => Promise<T>
  use: () => readonly ReplicaUse[]
  end: (timeout?: number) => Promise<void>
}

/** Opens the replicas of `primary`. Nothing is asked of one before it has answered by itself. */
export const openReplicas = (
  primary: Pool,
  connections: readonly Connection[],
  options: PoolOptions,
): Replicas => {
  // A standby is what is wanted here; with several hosts none would be.
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
