import pg from 'pg'
import { currentCaller, patienceOf } from './caller.ts'
import { type ConnectSettings, connect, cut, type Limits, limitsOf } from './connect.ts'
import type { Connection } from './connection.ts'
import { type PoolUse, Slots } from './connection-slots.ts'
import type { Rows } from './exchange.ts'
import { Session } from './session.ts'
import type { Statement } from './statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface PoolOptions extends ConnectSettings {
  max: number
  /** Whether kinds of callers leave slots for each other. */
  shared: boolean
  /** Whether a query is abandoned when its caller's time is over; false for commands. */
  deadlines: boolean
  idle_ms: number
  /**
   * Behind a pooler that gives each transaction another server connection: limits set in every transaction, since a connection
   * may keep no state. undefined: connections are dedicated.
   */
  each?: Limits | undefined
}

interface Idle {
  client: pg.Client
  since: number
}

/** How long a request waits for a slot; the rest of its time is for the answer. */
const QUEUE_MS = 4000
const TIDY_MS = 10_000
/** An attempt to connect that is younger than this was started when the database was already responding. */
const FRESH_MS = 200

/** The database connections of one process; each is used by one caller at a time. */
export class Pool {
  private readonly to: Connection
  private readonly options: PoolOptions
  private readonly slots: Slots
  private readonly clients = new Set<pg.Client>()
  private readonly tidying: NodeJS.Timeout
  private readonly dialing = new Set<() => void>()
  private idle: Idle[] = []
  private closed = false
  private drained: (() => void) | undefined

  constructor(to: Connection, options: PoolOptions) {
    this.to = to
    this.options = options
    this.slots = new Slots({ total: options.max, shared: options.shared })
    options.timelines?.onRise(() => this.dropReplaced())
    this.tidying = setInterval(() => this.tidy(), TIDY_MS).unref()
  }

  /**
   * Returns a connection for the caller's exclusive use until `release`. Throws DatabaseUnavailable if no slot becomes free in
   * time, or the server's error if it rejects the connection.
   */
  async enter(): Promise<Session> {
    if (this.closed) throw new DatabaseUnavailable('CONNECTION_LOST', 'the pool is closed')
    const caller = currentCaller()
    const patience = patienceOf(caller)
    const wait = caller === undefined ? patience : Math.min(QUEUE_MS, patience)
    const since = performance.now()
    const slot = await this.slots.take(
      caller?.kind ?? '',
      (caller?.held ?? 0) > 0,
      this.options.deadlines ? wait : Number.POSITIVE_INFINITY,
    )
    try {
      const client = this.idle.pop()?.client ?? (await this.open())
      const { deadlines, each } = this.options
      return new Session({ client, slot, caller, since, deadlines, named: each === undefined })
    } catch (error) {
      this.slots.leave(slot)
      this.notifyDrained()
      throw error
    }
  }

  /** Takes a connection back. A broken one, or one left in a transaction, is closed. */
  release(session: Session): void {
    const { client, slot } = session
    session.close()
    if (session.silent) this.dropResting()
    if (session.spoiled || this.closed || !this.clients.has(client)) this.drop(client)
    else this.idle.push({ client, since: performance.now() })
    this.slots.leave(slot)
    this.notifyDrained()
  }

  /** Runs one statement on any connection. */
  async run(statement: Statement): Promise<Rows> {
    for (let again = false; ; again = true) {
      const session = await this.enter()
      try {
        return await session.run({ ...statement, limits: this.options.each })
      } catch (error) {
        if (again || !isStale(error)) throw error
        // A table has changed since the statement was prepared on this connection; the statement was not executed.
        session.spoil()
      } finally {
        this.release(session)
      }
    }
  }

  use(): PoolUse {
    return this.slots.use()
  }

  /** The statements that begin a transaction; `how`: for instance its isolation level. */
  begin(how: string): readonly string[] {
    const { each } = this.options
    return [`begin ${how}`, ...(each === undefined ? [] : limitsOf(each, true))]
  }

  /** Waits for running work, at most `timeout` seconds, and closes all connections. */
  async end(timeout = Number.POSITIVE_INFINITY): Promise<void> {
    this.closed = true
    clearInterval(this.tidying)
    this.slots.close()
    const leaving = this.idle.splice(0).map(({ client }) => this.leave(client))
    if (this.slots.taken > 0)
      await new Promise<void>((resolve) => {
        this.drained = resolve
        if (Number.isFinite(timeout)) setTimeout(resolve, timeout * 1000)
      })
    for (const client of this.clients) cut(client)
    await Promise.all(leaving)
  }

  /** A connection went silent, so the idle ones probably did too: each would cost a caller a whole deadline to find out. */
  dropResting(): void {
    for (const { client } of this.idle.splice(0)) this.drop(client)
  }

  /** Another server has been promoted: writes that its predecessor still acknowledges would be lost. */
  private dropReplaced(): void {
    const { timelines } = this.options
    const replaced = [...this.clients].filter((client) => timelines?.isBehind(client))
    this.idle = this.idle.filter(({ client }) => !replaced.includes(client))
    for (const client of replaced) this.drop(client)
  }

  /**
   * The database has just responded: a second attempt is started beside each that has been waiting since before. Otherwise they
   * would time out although the database is back.
   */
  redial(): void {
    for (const again of [...this.dialing]) again()
  }

  private async dial(): Promise<pg.Client> {
    const since = performance.now()
    const answers = Promise.withResolvers<undefined>()
    const again = () => {
      if (performance.now() - since > FRESH_MS) answers.resolve(undefined)
    }
    const first = connect(this.to, this.options)
    this.dialing.add(again)
    try {
      const client = await Promise.race([first, answers.promise])
      if (client !== undefined) return client
    } finally {
      this.dialing.delete(again)
    }
    return firstOpened([first, connect(this.to, this.options)])
  }

  private async open(): Promise<pg.Client> {
    const client = await this.dial()
    this.redial()
    this.clients.add(client)
    const forget = () => {
      this.clients.delete(client)
      this.idle = this.idle.filter((one) => one.client !== client)
    }
    client.once('end', forget)
    client.once('error', forget)
    return client
  }

  private drop(client: pg.Client): void {
    this.clients.delete(client)
    cut(client)
  }

  private leave(client: pg.Client): Promise<void> {
    this.clients.delete(client)
    const late = setTimeout(() => cut(client), 1000)
    return client.end().finally(() => clearTimeout(late))
  }

  private tidy(): void {
    const before = performance.now() - this.options.idle_ms
    const old = this.idle.filter(({ since }) => since < before)
    this.idle = this.idle.filter(({ since }) => since >= before)
    for (const { client } of old) void this.leave(client).catch(() => undefined)
  }

  private notifyDrained(): void {
    if (this.closed && this.slots.taken === 0) this.drained?.()
  }
}

/** Returns the connection that opens first and closes the others; throws the last attempt's error if none opens. */
const firstOpened = async (attempts: readonly Promise<pg.Client>[]): Promise<pg.Client> => {
  let opened: pg.Client | undefined
  const settled = attempts.map(async (attempt) => {
    const client = await attempt
    if (opened === undefined) opened = client
    else cut(client)
    return opened
  })
  return Promise.any(settled).catch(({ errors }: AggregateError) => {
    throw errors.at(-1)
  })
}

const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  ((error.code === '0A000' && error.routine === 'RevalidateCachedQuery') || error.code === '26000')
