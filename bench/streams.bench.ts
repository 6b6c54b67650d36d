import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendReply } from '@podmoga/contract/tickets'
import { getConfig } from '../apps/server/src/config.ts'
import { systemClock } from '../apps/server/src/ports/clock.ts'
import { loadSecrets } from '../apps/server/src/secrets.ts'
import { makeTokens } from '../apps/server/src/session/tokens/tokens.ts'
import { type Bench, say } from './bench.ts'
import { type DeskBase, withDesk } from './desk-base.ts'
import { type Cook, cooksOf } from './lib/desk-writers.ts'
import { steadyMs } from './lib/machine.ts'
import { quantile, show } from './lib/numbers.ts'
import type { Heard, Order } from './lib/streams-reader.ts'
import { table } from './report.ts'

const EVENTS = 40
/** Replies before the measurement, to compile code and warm up pools. */
const WARM_UP = 10
/** Replies written while all streams are disconnected. */
const MEANWHILE = 20
/** Pause between replies, so that events do not overlap. */
const PAUSE_MS = 150
const SETTLE_MS = 3000
/** Long enough to check every stream's right to continue. */
const QUIET_MS = 5000

/** Rates are counted as in production; only the writer's limit is raised. */
const RATES = { RATE_LIMITS: 'on', REPLIES_PER_MINUTE: '100000' }

/** Starts the reading process, which answers commands one after the other. */
const openReader = () => {
  const child = fork(join(import.meta.dirname, 'lib/streams-reader.ts'), [], { serialization: 'advanced' })
  const ask = <A>(order: Order): Promise<A> =>
    new Promise((resolve, reject) => {
      child.once('exit', reject)
      child.once('message', (message) => {
        child.off('exit', reject)
        resolve((message as { answer: A }).answer)
      })
      child.send(order)
    })
  return { ask, end: () => child.disconnect() }
}

/** Creates people of one restaurant, signs each in and returns their tokens. */
const tokensOf = async ({ sql, dir }: DeskBase, restaurant: string, many: number): Promise<string[]> => {
  await sql`
    insert into people (business_id, email, first_name)
    select 1, 'stream' || n || '@desk.test', 'Слушатель' from generate_series(1, ${many}::int) n
    on conflict do nothing`
  await sql`
    insert into memberships (person_id, restaurant_id)
    select id, ${restaurant}::bigint from people where email like 'stream%@desk.test' on conflict do nothing`
  const sessions = await sql<{ subject: string; session_id: string }[]>`
    with who as (select id, subject from people where email like 'stream%@desk.test' order by id limit ${many}),
    made as (
      insert into sessions (person_id, expires_at) select id, now() + interval '1 day' from who returning id, person_id)
    select subject, made.id as session_id from who join made on made.person_id = who.id`
  await sql`analyze people, memberships, sessions`
  const { issue } = await makeTokens({
    config: getConfig({ DATA_DIR: dir, SEED: 'none', ACCESS_TOKEN_SECONDS: '86400' }),
    secrets: await loadSecrets(join(dir, 'secrets.json')),
    clock: systemClock,
  })
  return Promise.all(sessions.map(issue))
}

const megabytes = (bytes: number): number => bytes / 1024 / 1024

/** Measures streams of one restaurant on one server: memory, delay, and all of them reconnecting at once. */
const measure = async (base: DeskBase, many: number) => {
  const [host] = base.hosts
  const cook = (await cooksOf(base))[0] as Cook
  if (host === undefined) throw new Error('there is no server')
  const tokens = await tokensOf(base, cook.restaurant, many)
  const reader = openReader()
  let mark = 0
  /** Writes a reply. Returns the time when the writer received the answer. */
  const write = async (): Promise<number> => {
    await cook.entered.call(sendReply, {
      params: { ticketId: cook.ticket },
      form: { text: `Касса не печатает op:${mark};` },
      files: [],
    })
    mark += 1
    return steadyMs()
  }
  try {
    await pause(SETTLE_MS)
    const idle = await host.memory()
    const port = Number(new URL(host.hosted).port)
    const began = steadyMs()
    await reader.ask({ do: 'open', port, restaurant: cook.restaurant, tokens })
    say(`${many} потоков открыто за ${show((steadyMs() - began) / 1000, 1)} с`)
    await pause(SETTLE_MS)
    const seated = await host.memory()
    const quiet = await host.cpu()
    await pause(QUIET_MS)
    const watching = ((await host.cpu()) - quiet) / QUIET_MS / 10
    const all: number[] = []
    let cpu = { server: 0, reader: 0 }
    for (let at = 0; at < WARM_UP + EVENTS; at++) {
      if (at === WARM_UP) cpu = { server: await host.cpu(), reader: await reader.ask<number>({ do: 'cpu' }) }
      const own = mark
      const acknowledged = await write()
      await reader.ask({ do: 'heard', mark: own })
      await pause(PAUSE_MS)
      if (at < WARM_UP) continue
      const { times } = await reader.ask<Heard>({ do: 'times', mark: own })
      for (const came of times) all.push(came - acknowledged)
    }
    cpu.server = ((await host.cpu()) - cpu.server) / EVENTS / 1000
    cpu.reader = ((await reader.ask<number>({ do: 'cpu' })) - cpu.reader) / EVENTS / 1000
    const busy = await host.memory()
    await reader.ask({ do: 'drop' })
    for (let at = 0; at < MEANWHILE; at++) await write()
    await pause(SETTLE_MS)
    const again = await reader.ask<number>({ do: 'again' })
    const refused = await reader.ask<number>({ do: 'heard', mark: mark - 1 })
    const back = (steadyMs() - again) / 1000
    const last = await reader.ask<Heard>({ do: 'times', mark: mark - 1 })
    const back_of = [...last.times].map((came) => (came - again) / 1000)
    const { wrong, lost } = await reader.ask<Heard>({ do: 'times', mark: 0 })
    let missed = 0
    for (let at = 0; at < mark; at++)
      missed += (await reader.ask<Heard>({ do: 'times', mark: at })).times.filter(Number.isNaN).length
    return { idle, seated, busy, watching, all, cpu, refused, back, back_of, wrong, lost, missed }
  } finally {
    reader.end()
  }
}

const MOST_AT_60 = 5000

/** Measures thousands of streams of one restaurant on one process. */
export const streams: Bench = {
  name: 'streams',
  title: 'Потоки одного ресторана на одном процессе',
  run: async (options) =>
    withDesk({ ...options, large: options.small, env: RATES }, 1, async (base) => {
      const many = options.streams
      const found = await measure(base, many)
      const { idle, seated, busy, all, cpu } = found
      const ms = (of: number) => show(quantile(all, of), 0)
      return `${table(
        ['Что', `потоков: ${show(many)}`, 'цель'],
        [
          ['ответ подтверждён → событие в потоке, p50, мс', ms(0.5), '—'],
          ['p95, мс', `**${ms(0.95)}**`, many <= MOST_AT_60 ? '≤ 60' : '—'],
          ['худший, мс', ms(1), '—'],
          ['пропущено событий; дважды или не по порядку', `**${found.missed}; ${found.wrong}**`, '0; 0'],
          ['процессора на событие: сервер / читатель, мс', `${show(cpu.server)} / ${show(cpu.reader)}`, '—'],
          ['процессора на проверку прав и тишину, % ядра', show(found.watching, 1), '—'],
          ['память сервера без потоков, МБ', show(megabytes(idle)), '—'],
          ['со всеми потоками, МБ', `**${show(megabytes(seated))}**`, many >= 10_000 ? '≤ 500' : '—'],
          ['она же после всех событий, МБ', show(megabytes(busy)), '—'],
          ['прибавка на 1000 потоков, МБ', show(megabytes(seated - idle) / (many / 1000), 1), '—'],
          ['все сразу вернулись и ничего не пропустили, с', `**${show(found.back, 1)}**`, '≤ 15'],
          ['из них половина за, с', show(quantile(found.back_of, 0.5), 1), '—'],
          [
            'отказов при возвращении; потоков, что оборвал сервер',
            `${show(found.refused)}; ${show(found.lost)}`,
            '—',
          ],
        ],
      )}

Каждый поток — человек со своим сеансом, все из одного ресторана; один процесс сервера, читатель — другой процесс с голыми сокетами на тех же ядрах. От ответа автору (${EVENTS} ответов подряд) до байтов события у каждого. Память — RSS после сборки мусора. Возвращаются все в одно мгновение с Last-Event-ID, пока никто не слушал, написано ${MEANWHILE} сообщений.`
    }),
}
