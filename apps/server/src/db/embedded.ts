import { type RunningPostgres, startPostgres } from '@podmoga/embedded-postgres/start-postgres'
import type { Health, Log } from '@podmoga/embedded-postgres/supervise'
import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'

export interface Embedded {
  /** The application's role: owns its database, is not a superuser. */
  connection: Connection
  /** The superuser, for maintenance (amcheck, statistics, test databases). */
  admin: Connection
  health: () => Health
  stop: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL on `dataDir` and creates the application's role and database.
 * @throws StartError if another app holds the folder or the server cannot start.
 */
export const startEmbedded = async (
  dataDir: string,
  log: Log,
  settings: Record<string, string> = {},
  onLaunch?: () => void,
): Promise<Embedded> => {
  const prepare = (address: RunningPostgres['address']) => ensureOwnDatabase(address('postgres', 'postgres'))
  const { address, health, stop } = await startPostgres(dataDir, { log, settings, onLaunch, prepare })
  return {
    connection: address('podmoga', 'podmoga'),
    admin: address('postgres', 'postgres'),
    health,
    stop,
  }
}

/** Checked at every start, so that a start interrupted between the two statements is completed by the next one. */
const ensureOwnDatabase = async (admin: Connection): Promise<void> => {
  const sql = openSql(admin, 1, { deadlines: false })
  try {
    const [role] = await sql`select 1 from pg_roles where rolname = 'podmoga'`
    if (!role) await sql`create role podmoga login`
    const [database] = await sql`select 1 from pg_database where datname = 'podmoga'`
    if (!database) await sql`create database podmoga owner podmoga`
  } finally {
    await sql.end()
  }
}
