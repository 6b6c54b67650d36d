import type pg from 'pg'
import { DatabaseUnavailable } from './unavailable.ts'

/** The identity and state reported by a server. */
export interface Standing {
  /** The id of the cluster and all its copies, created by initdb. */
  system: string
  /** Incremented by each promotion; null: the server is a standby and takes no writes. */
  timeline: number | null
}

export interface TimelineOptions {
  /** Called with the reason when a server is rejected, at most every ten seconds for the same reason. */
  onRefused?: ((reason: string) => void) | undefined
}

// Every role may call both functions. The name of the WAL segment reflects a promotion at once, the control file only after the
// next checkpoint.
export const STANDING = `
  select system_identifier::text as system, case when not pg_is_in_recovery() then
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
  from pg_control_system()`

const QUIET_MS = 10_000

/**
 * The highest timeline seen of each cluster. A primary on a lower one has been replaced and its writes would be lost, so
 * connections to it are rejected, and open ones are closed as soon as a higher timeline is seen.
 */
export class Timelines {
  private readonly highest = new Map<string, number>()
  private readonly standings = new WeakMap<pg.Client, Standing>()
  private readonly listeners = new Set<(standing: { system: string; timeline: number }) => void>()
  private readonly onRefused: TimelineOptions['onRefused']
  private reported = { reason: '', at: Number.NEGATIVE_INFINITY }

  constructor({ onRefused }: TimelineOptions = {}) {
    this.onRefused = onRefused
  }

  /** Whether no timeline has been seen yet. */
  get isEmpty(): boolean {
    return this.highest.size === 0
  }

  /**
   * Checks a newly connected server. Throws DatabaseUnavailable if it is a standby or an old primary. `where`: its address, for
   * the log. A server that does not support the query (some only speak PostgreSQL's protocol) is accepted.
   */
  async admit(client: pg.Client, where: string): Promise<void> {
    const standing = await read(client)
    if (standing === undefined) return
    this.standings.set(client, standing)
    const { system, timeline } = standing
    if (timeline === null) throw this.refused('CONNECTION_STANDBY', `${where} is a standby`)
    this.raise({ system, timeline })
    if (this.isBehind(client))
      throw this.refused(
        'CONNECTION_OLD_PRIMARY',
        `${where} is an old primary: timeline ${timeline}, and ${this.highest.get(system)} has been seen`,
      )
  }

  /** Records a timeline that was seen. */
  raise(seen: { system: string; timeline: number }): void {
    if ((this.highest.get(seen.system) ?? 0) >= seen.timeline) return
    this.highest.set(seen.system, seen.timeline)
    for (const listener of this.listeners) listener(seen)
  }

  /** Whether the connection leads to a server that has been replaced. */
  isBehind(client: pg.Client): boolean {
    const standing = this.standings.get(client)
    if (standing === undefined) return false
    return (standing.timeline ?? 0) < (this.highest.get(standing.system) ?? 0)
  }

  /** Calls the listener whenever a higher timeline is seen. */
  onRise(listener: (seen: { system: string; timeline: number }) => void): void {
    this.listeners.add(listener)
  }

  private refused(code: DatabaseUnavailable['code'], reason: string): DatabaseUnavailable {
    const now = performance.now()
    if (reason !== this.reported.reason || now - this.reported.at > QUIET_MS) {
      this.reported = { reason, at: now }
      this.onRefused?.(reason)
    }
    return new DatabaseUnavailable(code, reason)
  }
}

const read = async (client: pg.Client): Promise<Standing | undefined> => {
  try {
    const { rows } = await client.query<Standing>(STANDING)
    return rows[0]
  } catch (error) {
    // The server was promoted between the two function calls; a second query succeeds.
    if ((error as { code?: string }).code === '55000') return (await client.query<Standing>(STANDING)).rows[0]
    if (/^(42501|42883|0A000)$/.test((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}
