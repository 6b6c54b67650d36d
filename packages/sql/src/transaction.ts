import type { Rows } from './exchange.ts'
import type { Pool } from './pool.ts'
import type { Session } from './session.ts'
import type { Statement } from './statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const bare = (text: string): Statement => ({ text, values: [], name: undefined })

/** Runs the statements of one transaction. */
export interface Runner {
  run: (statement: Statement) => Promise<Rows>
}

/**
 * A transaction on its own connection. It begins in one write with its first statement: one round trip less, and none at all if
 * nothing is queried.
 */
class Transaction implements Runner {
  private readonly pool: Pool
  private readonly how: string
  private session: Session
  private first: Promise<Rows> | undefined
  private hasBegun = false

  constructor(pool: Pool, how: string, session: Session) {
    this.pool = pool
    this.how = how
    this.session = session
  }

  run(statement: Statement): Promise<Rows> {
    if (this.hasBegun) return this.session.run(statement)
    if (this.first !== undefined) {
      const next = () => this.session.run(statement)
      return this.first.then(next, next)
    }
    this.first = this.begin(statement).finally(() => {
      this.hasBegun = true
    })
    return this.first
  }

  /**
   * An idle connection may have died unnoticed: nothing of the transaction has been done yet, so it begins again on another one.
   */
  private async begin(statement: Statement): Promise<Rows> {
    const beginning = { ...statement, begins: this.pool.begin(this.how) }
    try {
      return await this.session.run(beginning)
    } catch (error) {
      const isLost = error instanceof DatabaseUnavailable && error.code === 'CONNECTION_LOST'
      if (!isLost || statement.commits === true) throw error
      this.session.spoil()
      this.pool.release(this.session)
      this.session = await this.pool.enter()
      return this.session.run(beginning)
    }
  }

  /** Resolves when all submitted statements have been answered. */
  async settled(): Promise<void> {
    await this.first?.catch(() => undefined)
    await this.session.settled()
  }

  /** Runs the queued statements, the last one together with the commit, so that its locks are not held during a round trip. */
  async commit(last: readonly Statement[]): Promise<void> {
    // Statements queued later would be lost silently.
    Object.freeze(last)
    for (const statement of last.slice(0, -1)) await this.run(statement)
    const word = last.at(-1)
    if (this.first === undefined && word === undefined) return
    const { command } = await this.run(word === undefined ? bare('commit') : { ...word, commits: true })
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed')
  }

  async rollBack(): Promise<void> {
    if (this.first !== undefined) await this.session.run(bare('rollback')).catch(() => this.session.spoil())
  }

  end(): void {
    this.pool.release(this.session)
  }
}

/**
 * Runs `work` in a transaction on a dedicated connection. It commits as a whole or not at all: the server turns the commit of a
 * transaction with a failed statement into a rollback, which is an error here.
 */
export const transaction = async <T>(
  pool: Pool,
  how: string,
  work: (runner: Runner, last: Statement[]) => T | Promise<T>,
): Promise<T> => {
  const one = new Transaction(pool, how, await pool.enter())
  const last: Statement[] = []
  try {
    const outcome = await work(one, last)
    await one.settled()
    await one.commit(last)
    return outcome
  } catch (error) {
    await one.settled()
    await one.rollBack()
    throw error
  } finally {
    one.end()
  }
}
