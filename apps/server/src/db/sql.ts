import postgres, { type Sql, type TransactionSql } from 'postgres'
import type { Connection } from './open.ts'

/** The pool, or one transaction on it: what every SQL function takes. */
export type Db = Sql | TransactionSql

/** Opens the pool. A query that runs for 15 s is ended by the server; a connection is given 2 s. */
export const openSql = (connection: Connection, max: number): Sql =>
  postgres({
    ...connection,
    max,
    connect_timeout: 2,
    idle_timeout: 300,
    connection: { application_name: 'podmoga', statement_timeout: 15_000, TimeZone: 'UTC' },
    onnotice: () => undefined,
  })
