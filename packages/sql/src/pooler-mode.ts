import type pg from 'pg'
import { type ConnectSettings, connect, cut } from './connect.ts'
import type { Connection } from './connection.ts'

/** How often two sessions are compared before they are taken to be sessions of their own. */
const ROUNDS = 3
/** What PgBouncer answers to `begin` in its mode `statement`. */
const NO_TRANSACTIONS = /statement pooling mode/

const backendOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/**
 * Whether each of our connections has a server session of its own. Behind a pooler in the mode `transaction` it has not:
 * a session that waits is given to whoever begins a transaction meanwhile. Asks a few questions on two connections.
 */
export const ownsSessions = async (to: Connection, settings: ConnectSettings): Promise<boolean> => {
  const first = await connect(to, settings)
  let second: pg.Client | undefined
  try {
    const before = await backendOf(first)
    // A server names the process of a session when it begins; a pooler makes that number up.
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
