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
  /** When the caller began to wait. */
  since: number
  deadlines: boolean
  /** False behind a pooler that gives each transaction another server connection: nothing may be prepared by name. */
  named: boolean
}

/** One connection in the hands of one caller: its statements go one after the other, each with a deadline. */
export class Session {
  readonly client: pg.Client
  readonly slot: Slot
  private readonly caller: Caller | undefined
  private deadlines: boolean
  private readonly named: boolean
  private since: number
  private broken = false
  /** A question got no answer at all: the line may be dead, and others like it. */
  silent = false
  private over = false
  /** Statements without an answer so far, and the end of the last one. */
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

  /** Nobody may use this connection after. */
  get spoiled(): boolean {
    return this.broken || this.given > 0 || this.client.getTransactionStatus() !== 'I'
  }

  /** No deadline any more: for what must wait, such as a migration behind another server's. */
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
   * Throws what the server says, or DatabaseUnavailable when it says nothing: the connection broke, or the caller's patience
   * is over. After that the connection is not used again.
   */
  run(statement: Statement): Promise<Rows> {
    this.given += 1
    // The driver takes one statement at a time; a caller may well give several.
    const turn = this.given === 1 ? this.ask(statement) : this.tail.then(() => this.ask(statement))
    const count = () => {
      this.given -= 1
    }
    this.tail = turn.then(count, count)
    return turn
  }

  /** All that was given has been answered. */
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
