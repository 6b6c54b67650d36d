import pg from 'pg'
import { type Caller, patienceOf, settle } from './caller.ts'
import { asUnavailable, cut } from './connect.ts'
import type { Slot } from './connection-slots.ts'
import { Exchange, type Rows } from './exchange.ts'
import type { Statement } from './statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

interface SessionParts {
  client: pg.Client
  slot: Slot
  caller: Caller | undefined
  /** When the caller started to wait. */
  since: number
  deadlines: boolean
  /** False behind a pooler that gives each transaction another server connection: statements cannot be prepared by name. */
  named: boolean
}

/** A connection used by one caller: its statements run one after another, each with a deadline. */
export class Session {
  readonly client: pg.Client
  readonly slot: Slot
  private readonly caller: Caller | undefined
  private deadlines: boolean
  private readonly named: boolean
  private since: number
  private broken = false
  /** A query got no answer at all: this connection, and others like it, may be dead. */
  silent = false
  private over = false
  /** The number of statements not answered yet, and the completion of the last one. */
  private given = 0
  private tail: Promise<void> = Promise.resolve()

  constructor({ client, slot, caller, since, deadlines, named }: SessionParts) {
    this.client = client
    this.slot = slot
    this.caller = caller
    this.since = since
    this.deadlines = deadlines
    this.named = named
    if (caller !== undefined) caller.held += 1
  }

  /** Whether the connection must not be reused. */
  get spoiled(): boolean {
    return this.broken || this.given > 0 || this.client.getTransactionStatus() !== 'I'
  }

  /** Turns deadlines off, for waits such as a migration behind another server's. */
  bePatient(): void {
    this.deadlines = false
  }

  spoil(): void {
    this.broken = true
  }

  close(): void {
    if (this.over) return
    this.over = true
    this.slot.due = Number.POSITIVE_INFINITY
    if (this.caller !== undefined) this.caller.held -= 1
  }

  /**
   * Throws the server's error, or DatabaseUnavailable if there is no answer: the connection broke, or the caller's time is over.
   * The connection is not reused after that.
   */
  run(statement: Statement): Promise<Rows> {
    this.given += 1
    // The driver takes one statement at a time; a caller may submit several.
    const result = this.given === 1 ? this.ask(statement) : this.tail.then(() => this.ask(statement))
    const count = () => {
      this.given -= 1
    }
    this.tail = result.then(count, count)
    return result
  }

  /** Resolves when all submitted statements have been answered. */
  async settled(): Promise<void> {
    while (this.given > 0) await this.tail
  }

  private ask(statement: Statement): Promise<Rows> {
    if (this.over) return Promise.reject(new Error('the transaction is over'))
    if (this.broken)
      return Promise.reject(
        new DatabaseUnavailable('CONNECTION_LOST', 'the connection is not usable any more'),
      )
    const { slot } = this
    const began = this.since === 0 ? performance.now() : this.since
    this.since = 0
    return new Promise<Rows>((resolve, reject) => {
      let done = false
      const finish = (error: unknown, rows?: Rows): void => {
        if (done) return
        done = true
        slot.due = Number.POSITIVE_INFINITY
        const took = performance.now() - began
        settle(this.caller, took)
        this.caller?.watch?.(statement.text, took)
        if (rows !== undefined) resolve(rows)
        else {
          if (isFatal(error)) this.broken = true
          reject(asUnavailable(error))
        }
      }
      if (this.deadlines) {
        slot.due = began + patienceOf(this.caller)
        slot.expire = () => {
          this.silent = true
          cut(this.client)
          finish(new DatabaseUnavailable('CONNECTION_DEADLINE', 'the database did not answer in time'))
        }
      }
      this.client.query(new Exchange(this.named ? statement : { ...statement, name: undefined }, finish))
    })
  }
}

const isFatal = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
