import type { Rows } from './exchange.ts'
import type { Pool } from './pool.ts'
import type { Session } from './session.ts'
import type { Statement } from './statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const say = (session: Session, text: string): Promise<Rows> =>
  session.run({ text, values: [], name: undefined })

/** A connection on which a transaction has begun. An idle one may have died unseen: then nothing is lost, and a new one serves. */
const beginOn = async (pool: Pool, how: string): Promise<Session> => {
  for (let again = false; ; again = true) {
    const session = await pool.enter()
    try {
      await say(session, pool.begin(how))
      return session
    } catch (error) {
      session.spoil()
      pool.release(session)
      if (again || !(error instanceof DatabaseUnavailable) || error.code !== 'CONNECTION_LOST') throw error
    }
  }
}

const COMMIT: Statement = { text: 'commit', values: [], name: undefined }

/** Says what was left for the end, the last of it together with the commit: nobody's turn is held for a round trip. */
const commit = async (session: Session, last: readonly Statement[]): Promise<void> => {
  // What came later would be lost without a word.
  Object.freeze(last)
  for (const statement of last.slice(0, -1)) await session.run(statement)
  const word = last.at(-1)
  const { command } = await session.run(word === undefined ? COMMIT : { ...word, commits: true })
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed')
}

/**
 * Runs `work` in a transaction on a connection that nobody else has meanwhile. It is committed only as a whole: the server
 * turns the commit of a transaction in which a statement failed into a rollback, and that is an error here.
 */
export const transaction = async <T>(
  pool: Pool,
  how: string,
  work: (session: Session, last: Statement[]) => T | Promise<T>,
): Promise<T> => {
  const session = await beginOn(pool, how)
  const last: Statement[] = []
  try {
    const outcome = await work(session, last)
    await session.settled()
    await commit(session, last)
    return outcome
  } catch (error) {
    await session.settled()
    await say(session, 'rollback').catch(() => session.spoil())
    throw error
  } finally {
    pool.release(session)
  }
}
