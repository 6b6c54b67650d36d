import type pg from 'pg'
import { DatabaseUnavailable } from './unavailable.ts'

/** What a server says of itself. */
export interface Standing {
  /** Of the cluster and of all its copies: made by initdb. */
  system: string
  /** Grows by one with each promotion; null: the server is a standby and takes no writes. */
  timeline: number | null
}

export interface TimelineOptions {
  /** Told why a server was refused, at most every ten seconds for the same reason. */
  onRefused?: ((reason: string) => void) | undefined
}

// Both functions may be called by every role. The name of the log's segment knows of a promotion at once; the control
// file only after the next checkpoint.
export const STANDING = `
  select system_identifier::text as system, case when not pg_is_in_recovery() then
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
  from pg_control_system()`

const QUIET_MS = 10_000

/**
 * The highest timeline that was seen of each cluster. A primary on a lower one was replaced: what is written there is
 * lost, so connections to it are refused, and those that are open are ended as soon as a higher one is seen.
 */
export class Timelines {
  private readonly highest = new Map<string, number>()
  private readonly standings = new WeakMap<pg.Client, Standing>()
  private readonly listeners = new Set<(standing: { system: string; timeline: number }) => void>()
  private readonly onRefused: TimelineOptions['onRefused']
  private told = { reason: '', at: Number.NEGATIVE_INFINITY }

  constructor({ onRefused }: TimelineOptions = {}) {
    this.onRefused = onRefused
  }

  /** Nothing was seen so far. */
  get isEmpty(): boolean {
    return this.highest.size === 0
  }

  /**
   * Asks a server that was just connected to. Throws DatabaseUnavailable when it is a standby or an old primary. `where`: its
   * address, for the log. A server that does not know the question (some that only speak PostgreSQL's protocol) passes.
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

  /** Somebody has seen this timeline. */
  raise(seen: { system: string; timeline: number }): void {
    if ((this.highest.get(seen.system) ?? 0) >= seen.timeline) return
    this.highest.set(seen.system, seen.timeline)
    for (const listener of this.listeners) listener(seen)
  }

  /** Whether the connection leads to a server that has been replaced since. */
  isBehind(client: pg.Client): boolean {
    const standing = this.standings.get(client)
    if (standing === undefined) return false
    return (standing.timeline ?? 0) < (this.highest.get(standing.system) ?? 0)
  }

  /** Calls back whenever a higher timeline is seen. */
  onRise(listener: (seen: { system: string; timeline: number }) => void): void {
    this.listeners.add(listener)
  }

  private refused(code: DatabaseUnavailable['code'], reason: string): DatabaseUnavailable {
    const now = performance.now()
    if (reason !== this.told.reason || now - this.told.at > QUIET_MS) {
      this.told = { reason, at: now }
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
    // Promoted between the two questions: asked again it answers.
    if ((error as { code?: string }).code === '55000') return (await client.query<Standing>(STANDING)).rows[0]
    if (/^(42501|42883|0A000)$/.test((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}
