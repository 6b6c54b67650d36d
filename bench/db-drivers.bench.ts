import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { type Bench, say } from './bench.ts'
import type { Driver, DriverOrder, DriverResult, DriverTask, Work } from './db-drivers-host.ts'
import { median, show } from './lib/numbers.ts'
import { openTicketsBase } from './lib/tickets-data.ts'
import { table } from './report.ts'

const DRIVERS: readonly Driver[] = ['pg', 'postgres.js']
const TITLES: Record<Work, string> = {
  list: 'страница тикетов',
  messages: 'страница сообщений',
  write: 'транзакция: вставка и чтение',
}
const ROUNDS_OF_ENDING = 200
const BETWEEN_MS = 30

interface Host {
  child: ChildProcess
  /** null if the process died. */
  perform: (task: DriverTask) => Promise<DriverResult | null>
  died: () => string | null
}

const openHost = async (order: DriverOrder): Promise<Host> => {
  const child = fork(join(import.meta.dirname, 'db-drivers-host.ts'), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let words = ''
  let dead: string | null = null
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  const gone = new Promise<null>((resolve) =>
    child.once('close', (code) => {
      dead = /^\w*Error.*$/m.exec(words)?.[0] ?? `код ${code}`
      resolve(null)
    }),
  )
  const nextMessage = <T>() =>
    new Promise<T>((resolve) => child.once('message', (word) => resolve(word as T)))
  if ((await Promise.race([nextMessage(), gone])) === null) throw new Error(`the host has died: ${words}`)
  return {
    child,
    perform: (task) => {
      const answer = nextMessage<DriverResult>()
      child.send(task)
      return Promise.race([answer, gone])
    },
    died: () => dead,
  }
}

const ticketsOf = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    select id from tickets where restaurant_id = 1 and message_count > 10 order by last_message_at desc limit 20`
  return rows.map(({ id }) => id)
}

/** Measures both drivers, alternating in one run, each in a separate process with one pool of twenty. */
const measureSpeed = async (order: Omit<DriverOrder, 'driver'>, rounds: number, seconds: number) => {
  const hosts = new Map<Driver, Host>()
  for (const driver of DRIVERS) hosts.set(driver, await openHost({ ...order, driver }))
  const perform = async (driver: Driver, task: DriverTask): Promise<DriverResult> => {
    const result = await hosts.get(driver)?.perform(task)
    if (!result || Object.keys(result.refused).length > 0) throw new Error(`${driver} has failed under load`)
    return result
  }
  const rows: string[][] = []
  for (const work of Object.keys(TITLES) as Work[]) {
    for (const driver of DRIVERS) await perform(driver, { work, seconds: 1 })
    const results: Record<Driver, DriverResult[]> = { pg: [], 'postgres.js': [] }
    for (let round = 0; round < rounds; round++)
      for (const driver of round % 2 === 0 ? DRIVERS : DRIVERS.toReversed())
        results[driver].push(await perform(driver, { work, seconds }))
    const middle = (driver: Driver, what: 'per_second' | 'cpu') =>
      median(results[driver].map((result) => result[what]))
    const ratios = results.pg.map(
      (result, round) => result.per_second / (results['postgres.js'][round]?.per_second ?? 1),
    )
    say(`${TITLES[work]}: ${ratios.map((value) => show(value, 2)).join(', ')}`)
    rows.push([
      TITLES[work],
      show(middle('pg', 'per_second')),
      show(middle('postgres.js', 'per_second')),
      `**${show(median(ratios), 2)}**`,
      `${show(middle('pg', 'cpu'))} / ${show(middle('postgres.js', 'cpu'))}`,
    ])
  }
  for (const { child } of hosts.values()) child.disconnect()
  return rows
}

/** Terminates all connections repeatedly during transactions. Reports whether the process survived and which writes were lost. */
const measureEnding = async (driver: Driver, order: Omit<DriverOrder, 'driver'>, admin: Sql) => {
  const host = await openHost({ ...order, driver })
  const working = host.perform({ work: 'write', seconds: (ROUNDS_OF_ENDING * BETWEEN_MS * 2) / 1000 })
  let rounds = 0
  let ended = 0
  while (rounds < ROUNDS_OF_ENDING && host.died() === null) {
    await pause(BETWEEN_MS)
    rounds += 1
    ended += (
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${order.connection.database} and usename = 'podmoga'`
    ).length
  }
  const result = await working
  const inside = openSql({ ...order.connection }, 1, { deadlines: false })
  const kept = new Set((await inside<{ id: number }[]>`select id::int from bench_driver`).map(({ id }) => id))
  await inside.end()
  if (host.died() === null) host.child.disconnect()
  return [
    driver,
    show(rounds),
    show(ended),
    result === null ? `умер: ${host.died()}` : 'жив',
    result === null ? '—' : show(result.written.length),
    result === null ? '—' : `**${result.written.filter((id) => !kept.has(id)).length}**`,
    result === null
      ? '—'
      : Object.entries(result.refused)
          .map(([code, times]) => `${code}: ${show(times)}`)
          .join(', '),
  ]
}

/** Compares the two drivers: speed of the product's own statements, and behaviour when connections are cut. */
export const dbDrivers: Bench = {
  name: 'db-drivers',
  title: 'Драйверы базы: pg рядом с postgres.js',
  run: async ({ rounds, seconds, small }) => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-drivers-'))
    const database = await openDatabase({ dataDir: dir, log: () => undefined })
    const admin = openSql(database.admin, 2, { deadlines: false })
    try {
      const connection: Connection = await openTicketsBase(database.admin, small)
      const own = openSql(connection, 1, { deadlines: false })
      const tickets = await ticketsOf(own)
      await own`create table bench_driver (id bigint generated always as identity primary key)`
      await own.end()
      const order = { connection, tickets }
      const speed = await measureSpeed(order, rounds, seconds)
      const endings: string[][] = []
      for (const driver of DRIVERS) endings.push(await measureEnding(driver, order, admin))
      return `${table(
        ['Работа', 'pg, в с', 'postgres.js, в с', 'pg : postgres.js', 'мкс процессора, pg / postgres.js'],
        speed,
      )}

20 соединений, варианты вперемежку: раундов ${rounds}, в каждом по ${seconds} с; медианы раундов. «pg» — вместе с нашей прослойкой \`db/\`.

${table(
  [
    'Все соединения оборваны под транзакциями',
    'раз',
    'соединений',
    'процесс',
    'подтверждено записей',
    'из них пропало',
    'отказы',
  ],
  endings,
)}`
    } finally {
      await admin.end()
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
