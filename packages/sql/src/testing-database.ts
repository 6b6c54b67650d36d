import { randomBytes } from 'node:crypto'
import type { Connection } from './connection.ts'
import { openSql, type Sql } from './sql.ts'

/** The variable with the superuser connection to a PostgreSQL for tests, as JSON; the test run starts the server. */
const ADDRESS = 'SQL_TEST_SERVER'

/** Creates an empty database for one test. */
export const testDatabase = async (): Promise<{ connection: Connection; drop: () => Promise<void> }> => {
  const server = JSON.parse(process.env[ADDRESS] ?? 'null') as Connection | null
  if (server === null) throw new Error(`${ADDRESS} names no PostgreSQL for tests`)
  const database = `sql_test_${randomBytes(8).toString('hex')}`
  const asAdmin = async (work: (admin: Sql) => PromiseLike<unknown>): Promise<void> => {
    const admin = openSql(server, 1, { deadlines: false })
    try {
      await work(admin)
    } finally {
      await admin.end()
    }
  }
  await asAdmin((admin) => admin`create database ${admin(database)}`)
  return {
    connection: { ...server, database },
    drop: () => asAdmin((admin) => admin`drop database if exists ${admin(database)} with (force)`),
  }
}
