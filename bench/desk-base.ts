import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, makeCall } from '@podmoga/contract/client'
import { signIn } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { type BenchOptions, say } from './bench.ts'
import { openDeskBase } from './desk-data.ts'
import { type Host, openHost } from './host.ts'
import { PASSWORD } from './lib/tickets-data.ts'

/** A generated desk and the server processes in front of it. */
export interface DeskBase {
  tickets: number
  hosts: Host<string>[]
  /** A superuser connection to the base. */
  sql: Sql
  connection: Connection
  /** The folder with the servers' keys and files. */
  dir: string
}

type DeskOptions = BenchOptions & {
  /** Environment of the servers in addition to the common one of the desk's benches. */
  env?: Record<string, string>
}

/**
 * In a base that was not filled through the server, clocks and figures are computed in the background, which would take half
 * of the machine. Waits for the clocks, and marks the walk of the figures through all tickets as done.
 */
const untilSettled = async (sql: Sql): Promise<void> => {
  for (;;) {
    const [left] = await sql<{ clocks: number; figures: number }[]>`
      select (select count(*)::int from businesses b where not exists (
          select from service_cursors where business_id = b.id and walked_to is null)) as clocks,
        (select count(*)::int from businesses b where not exists (
          select from figure_cursors where business_id = b.id and is_built)) as figures`
    if (left?.clocks === 0 && left.figures === 0) break
    await pause(200)
  }
  await sql`update figure_cursors set walked_to = null`
}

/** Opens the desk's bases of these sizes in an embedded PostgreSQL with its usual settings (fsync on). */
export const withDesks = async <T>(
  { data, env }: DeskOptions,
  sizes: readonly number[],
  servers: number,
  work: (bases: readonly DeskBase[]) => Promise<T>,
): Promise<T> => {
  const dir = data ?? (await mkdtemp(join(tmpdir(), 'podmoga-bench-')))
  const database = await openDatabase({ dataDir: dir, log: () => undefined })
  const bases: DeskBase[] = []
  try {
    for (const tickets of sizes) {
      const connection = await openDeskBase(database.admin, tickets)
      const sql = openSql({ ...connection, username: 'postgres' }, 4, { deadlines: false })
      const hosts: Host<string>[] = []
      bases.push({ tickets, hosts, sql, connection, dir })
      for (let at = 0; at < servers; at++)
        hosts.push(await openHost<string>('desk-host.ts', { dir, connection, env }))
    }
    for (const { sql } of bases) if (servers > 0) await untilSettled(sql)
    say('сервер работает')
    return await work(bases)
  } finally {
    for (const { hosts } of bases) for (const host of hosts) host.stop()
    await Promise.all(bases.map(({ sql }) => sql.end()))
    await database.stop()
    if (data === undefined) await rm(dir, { recursive: true, force: true })
  }
}

/** Opens only the large base. */
export const withDesk = <T>(
  options: DeskOptions,
  servers: number,
  work: (base: DeskBase) => Promise<T>,
): Promise<T> =>
  withDesks(options, [options.large], servers, ([base]) => {
    if (base === undefined) throw new Error('there is no base')
    return work(base)
  })

/** Signs in at a server. Returns the token and a client of the contract. */
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
