import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSql } from '@podmoga/sql/sql'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { type Bench, say } from '../../bench.ts'
import { enter } from '../../desk-base.ts'
import { type Host, openHost } from '../../host.ts'
import { quantile, show } from '../../lib/numbers.ts'
import { table } from '../../report.ts'
import { AGENTS, agentLogin, cookLogin, openHourBase, RESTAURANTS } from './base.ts'
import { isJudgeAwake, judge, type KeptMessage, newLedger, type Verdict } from './ledger.ts'
import { listenAsAgent } from './listen.ts'
import { type Hour, workAsAgent, writeAsCustomers } from './work.ts'

/** Messages of all customers per minute: about as many as twenty agents can answer. */
const A_MINUTE = 90
/** Time limit for the last events. */
const SETTLE_MS = 30_000

const ids = Array.from({ length: AGENTS }, (_, at) => at + 1)

/** Runs twenty agents and the cooks of 2,000 restaurants on two servers. Returns the ledger and the database's messages. */
const play = async (origins: readonly string[], minutes: number) => {
  const originOf = (at: number): string => origins[at % origins.length] ?? ''
  const ledger = newLedger(ids.map(String))
  const end = performance.now() + minutes * 60_000
  const hour: Hour = { ledger, stopped: () => performance.now() > end, busy: new Map() }
  const cooks = new Map<number, ReturnType<typeof enter>>()
  const entry = (restaurant: number) => {
    const known =
      cooks.get(restaurant) ?? enter(originOf(restaurant), cookLogin(restaurant), String(restaurant))
    cooks.set(restaurant, known)
    return known
  }
  const agents = await Promise.all(ids.map((at) => enter(originOf(at), agentLogin(at))))
  const streams = agents.map(({ headers }, at) =>
    listenAsAgent(originOf(at + 1), headers, ledger.received.get(String(at + 1)) ?? new Map()),
  )
  const progress = setInterval(
    () => say(`сообщений ${ledger.written.size}, ответов ${ledger.replies.length}`),
    60_000,
  )
  await Promise.all([
    writeAsCustomers(hour, A_MINUTE, entry),
    ...agents.map((agent, at) => workAsAgent(hour, agent, String(at + 1))),
  ])
  clearInterval(progress)
  const until = performance.now() + SETTLE_MS
  while (performance.now() < until && judge(ledger, []).missed.length > 0) await pause(250)
  const cuts = streams.reduce((sum, stream) => sum + stream.cuts(), 0)
  await Promise.all(streams.map((stream) => stream.end()))
  return { ledger, cuts, restaurants: cooks.size }
}

const withServers = async <T>(
  data: string | undefined,
  work: (origins: readonly string[], messages: () => Promise<KeptMessage[]>) => Promise<T>,
): Promise<T> => {
  const dir = data ?? (await mkdtemp(join(tmpdir(), 'podmoga-hour-')))
  const database = await openDatabase({ dataDir: dir, log: () => undefined })
  const hosts: Host<string>[] = []
  try {
    const connection = await openHourBase(database.admin)
    for (let at = 0; at < 2; at++) hosts.push(await openHost<string>('desk-host.ts', { dir, connection }))
    const sql = openSql({ ...connection, username: 'postgres' }, 1, { deadlines: false })
    const messages = () => sql<KeptMessage[]>`
      select id, ticket_id, position, author_id, from_support, text from messages order by id`
    return await work(
      hosts.map(({ hosted }) => hosted),
      messages,
    ).finally(() => sql.end())
  } finally {
    for (const host of hosts) host.stop()
    await database.stop()
    if (data === undefined) await rm(dir, { recursive: true, force: true })
  }
}

const NAMES: Readonly<Record<keyof Verdict, string>> = {
  double_answers: 'двойных ответов',
  over_words: 'ответов поверх непрочитанных слов клиента',
  blind_closes: 'закрытий поверх непрочитанного сообщения',
  taken_twice: 'тикетов, выданных «Взять» двоим',
  missed: 'пропущенных сигналов',
  lost: 'потерянных и повторённых записей',
}

/** Simulates an hour of a busy desk and compares the database with the participants' ledger. */
export const agents: Bench = {
  name: 'agents',
  title: 'Двадцать агентов и две тысячи ресторанов, с книгой прочитанного и услышанного',
  run: ({ data, minutes }) =>
    withServers(data, async (origins, messages) => {
      if (!isJudgeAwake()) throw new Error('the judge does not see the faults that are planted')
      const { ledger, cuts, restaurants } = await play(origins, minutes)
      const verdict = judge(ledger, await messages())
      for (const found of [...Object.values(verdict).flat(), ...new Set(ledger.refused)]) say(found)
      const took = [...ledger.received.values()].flatMap((received) =>
        [...ledger.written].flatMap(([id, since]) => {
          const at = received.get(id)
          return at === undefined ? [] : [at - since]
        }),
      )
      const { stopped } = ledger
      const signals = ledger.written.size * AGENTS + ledger.notes.length
      const rows = [
        ['минут', show(minutes)],
        [
          'агентов / ресторанов, из которых писали',
          `${AGENTS} / ${show(restaurants)} из ${show(RESTAURANTS)}`,
        ],
        ['сообщений клиентов', show(ledger.written.size)],
        ['ответов агентов', show(ledger.replies.length)],
        [
          'тикетов закрыто: ответом / отдельно и пачкой',
          `${show(ledger.replies.filter(({ closes }) => closes).length)} / ${show(ledger.closes.length)}`,
        ],
        [
          'остановлено: ответов / закрытий / закрытий пачкой',
          `${stopped.reply} / ${stopped.close} / ${stopped.bulk}`,
        ],
        ['сигналов, которые должны были дойти', show(signals)],
        ['обрывов живых потоков', show(cuts)],
        [
          'от отправки до сигнала, p50 / p95 / худший, мс',
          [0.5, 0.95, 1].map((part) => show(quantile(took, part))).join(' / '),
        ],
        ...Object.entries(NAMES).map(([key, name]) => [
          `**${name}**`,
          `**${verdict[key as keyof Verdict].length}**`,
        ]),
        ['неожиданных отказов', show(ledger.refused.length)],
      ]
      return `${table(['Что', 'Сколько'], rows)}

Два сервера на одной базе. Агент берёт тикет кнопкой «Взять» или любой из первых десяти, пишет 1,5–7 с, отвечает, закрывает; половина слов клиентов приходит в тикет, где агент сейчас. Поток каждого агента рвётся раз в 20–80 с.`
    }),
}
