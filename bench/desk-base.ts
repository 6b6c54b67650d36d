import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, makeCall } from '@podmoga/contract/client'
import { signIn } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import type { Connection } from '../apps/server/src/db/connection.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { openSql, type Sql } from '../apps/server/src/db/sql.ts'
import { type BenchOptions, say } from './bench.ts'
import { openDeskBase } from './desk-data.ts'
import { type Host, openHost } from './host.ts'
import { PASSWORD } from './tickets-data.ts'

/** A generated desk behind so many server processes. */
export interface DeskBase {
  tickets: number
  hosts: Host<string>[]
  /** The superuser inside the base. */
  sql: Sql
  connection: Connection
}

/** Opens the desk's base of this many tickets in an embedded PostgreSQL with its usual settings (fsync on). */
export const withDesk = async <T>(
  { data, large }: BenchOptions,
  servers: number,
  work: (base: DeskBase) => Promise<T>,
): Promise<T> => {
  const dir = data ?? (await mkdtemp(join(tmpdir(), 'podmoga-bench-')))
  const database = await openDatabase({ dataDir: dir, log: () => undefined })
  const hosts: Host<string>[] = []
  try {
    const connection = await openDeskBase(database.admin, large)
    const sql = openSql({ ...connection, username: 'postgres' }, 4, { deadlines: false })
    for (let at = 0; at < servers; at++)
      hosts.push(await openHost<string>('desk-host.ts', { dir, connection }))
    say('сервер работает')
    try {
      return await work({ tickets: large, hosts, sql, connection })
    } finally {
      await sql.end()
    }
  } finally {
    for (const host of hosts) host.stop()
    await database.stop()
    if (data === undefined) await rm(dir, { recursive: true, force: true })
  }
}

/** Signs in at a server; answers the token and a client of the contract. */
export const enter = async (
  origin: string,
  login: string,
  restaurant_id?: string,
): Promise<{ token: string; call: Call; headers: Record<string, string> }> => {
  const base_url = `${origin}/api/`
  const anybody = makeCall({ base_url, transport: fetchTransport, headers: () => ({}) })
  const { access_token: token } = await anybody(signIn, { body: { login, password: PASSWORD } })
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-language': 'ru',
    ...(restaurant_id === undefined ? {} : { authrestaurantid: restaurant_id }),
  }
  return { token, headers, call: makeCall({ base_url, transport: fetchTransport, headers: () => headers }) }
}
