import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCall } from '@podmoga/contract/client'
import { signIn } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import type { Connection } from '@podmoga/sql/connection'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { type BenchOptions, say } from './bench.ts'
import { type Host, openHost } from './host.ts'
import { openTicketsBase, PASSWORD } from './lib/tickets-data.ts'
import type { HostedBase, HostOrder } from './tickets-host.ts'

/** A generated base behind a running server. */
export interface Base extends HostedBase {
  tickets: number
  connection: Connection
  /** Superuser access to this base. */
  admin: Connection
}

/** Returns headers of an authenticated request to the product. */
export const headersOf = async (
  base: Base,
  login: string,
  restaurant_id: string,
): Promise<Record<string, string>> => {
  const call = makeCall({ base_url: `${base.product}/api/`, transport: fetchTransport, headers: () => ({}) })
  const { access_token } = await call(signIn, { body: { login, password: PASSWORD } })
  return { authorization: `Bearer ${access_token}`, 'accept-language': 'ru', authrestaurantid: restaurant_id }
}

/**
 * Opens generated bases of these sizes in one embedded PostgreSQL with its usual settings (fsync on), and one server
 * process for all of them.
 */
export const withBases = async <T>(
  { data }: BenchOptions,
  sizes: readonly number[],
  work: (bases: Base[], host: Host<HostedBase[]>) => Promise<T>,
): Promise<T> => {
  const dir = data ?? (await mkdtemp(join(tmpdir(), 'podmoga-bench-')))
  const database = await openDatabase({ dataDir: dir, log: () => undefined })
  try {
    const bases: Omit<Base, keyof HostedBase>[] = []
    for (const tickets of sizes) {
      const connection = await openTicketsBase(database.admin, tickets)
      bases.push({ tickets, connection, admin: { ...connection, username: 'postgres' } })
    }
    const host = await openHost<HostedBase[]>('tickets-host.ts', {
      dir,
      bases: bases.map(({ tickets, connection }) => ({ name: String(tickets), connection })),
    } satisfies HostOrder)
    say('сервер работает')
    try {
      return await work(
        host.hosted.flatMap((hosted, index) => {
          const base = bases[index]
          return base === undefined ? [] : [{ ...base, ...hosted }]
        }),
        host,
      )
    } finally {
      host.stop()
    }
  } finally {
    await database.stop()
    if (data === undefined) await rm(dir, { recursive: true, force: true })
  }
}
