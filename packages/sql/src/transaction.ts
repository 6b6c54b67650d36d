import type { Rows } from './exchange.ts'
import type { Pool } from './pool.ts'
import type { Session } from './session.ts'
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

/**
 * Runs `work` in a transaction on a connection that nobody else has meanwhile. It is committed only as a whole: the server
 * turns the commit of a transaction in which a statement failed into a rollback, and that is an error here.
 */
export const transaction = async <T>(
  pool: Pool,
  how: string,
  work: (session: Session) => T | Promise<T>,
): Promise<T> => {
  const session = await beginOn(pool, how)
  try {
    const outcome = await work(session)
    await session.settled()
    const { command } = await say(session, 'commit')
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed')
    return outcome
  } catch (error) {
    await session.settled()
    await say(session, 'rollback').catch(() => session.spoil())
    throw error
  } finally {
    pool.release(session)
  }
}
