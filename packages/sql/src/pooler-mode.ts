import type pg from 'pg'
import { type ConnectSettings, connect, cut } from './connect.ts'
import type { Connection } from './connection.ts'

/** How many times two sessions are compared before they are considered dedicated. */
const ROUNDS = 3
/** PgBouncer's answer to `begin` in `statement` mode. */
const NO_TRANSACTIONS = /statement pooling mode/

const backendOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/**
 * Returns whether each connection has its own server session. Behind a pooler in `transaction` mode it does not: an idle session
 * is given to another client that begins a transaction. Runs a few queries on two connections.
 */
export const ownsSessions = async (to: Connection, settings: ConnectSettings): Promise<boolean> => {
  const first = await connect(to, settings)
  let second: pg.Client | undefined
  try {
    const before = await backendOf(first)
    // A server reports the pid of the session's backend at the start; a pooler invents that number.
    const named = (first as pg.Client & { processID: number | null }).processID
    if (named === before) return true
    second = await connect(to, settings)
    for (let round = 0; round < ROUNDS; round += 1) {
      await second.query('begin')
      const [other, again] = [await backendOf(second), await backendOf(first)]
      await second.query('rollback')
      if (other === before || again !== before) return false
    }
    return true
  } catch (error) {
    if (error instanceof Error && NO_TRANSACTIONS.test(error.message)) return false
    throw error
  } finally {
    cut(first)
    if (second !== undefined) cut(second)
  }
}
