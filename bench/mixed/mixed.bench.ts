import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type BenchOptions, say } from '../bench.ts'
import { show } from '../lib/numbers.ts'
import { cpuSeconds } from '../lib/processes.ts'
import { table } from '../report.ts'
import { type Installation, type MixedServer, type ServerOrder, withInstallation } from './installation.ts'
import { type Answered, arrivals, faultsOf, percentiles, playAt } from './open-loop.ts'
import { KINDS, makeDice, makeShots } from './shots.ts'

const RATES = [300, 500, 700, 900, 1000]
/** Maximum rounds of each rate at each server; every second round is in reverse order. */
const MOST_ROUNDS = 3
const LEAST_SECONDS = 5
const WARM_SECONDS = 2
/** A rate counts as held if p99 is at most this. */
const HELD_MS = 200
/** Pause between two loads, so that pending background work of the first is not counted for the second. */
const DRAIN_MS = 1500

interface Edge {
  rate: number
  server: MixedServer
  answers: Answered[]
  /** p99 of each round separately: the machine may have been busy in one of them. */
  p99: number[]
  overrun: boolean
  /** Milliseconds of CPU time per request, of each round. */
  cpu: { server: number; database: number; load: number }[]
}

const playOnce = async (installation: Installation, edge: Edge, seconds: number, seed: number) => {
  const { server, rate } = edge
  const dice = makeDice(seed)
  const due = arrivals(rate, seconds + WARM_SECONDS, dice)
  const shoot = makeShots(installation.tokens, installation.rows, dice)
  const seconds_of = () => [cpuSeconds(server.pids()), cpuSeconds(installation.databasePids())] as const
  const before = seconds_of()
  const played = await playAt(server.url, due, shoot, WARM_SECONDS * 1000)
  const after = seconds_of()
  edge.answers.push(...played.answers)
  edge.overrun ||= played.overrun
  const each = (seconds_taken: number) => (seconds_taken * 1000) / played.sent
  edge.cpu.push({
    server: each(after[0] - before[0]),
    database: each(after[1] - before[1]),
    load: each(played.own_cpu),
  })
  const [p50, p95, p99] = percentiles(played.answers)
  edge.p99.push(p99)
  say(
    `${server.name}, ${rate}/с: p50 ${show(p50)}, p95 ${show(p95)}, p99 ${show(p99)} мс, ошибок ${faultsOf(played.answers)}${played.overrun ? ', очередь растёт' : ''}`,
  )
  await pause(DRAIN_MS)
}

const isHeld = ({ answers, p99, overrun }: Edge): boolean =>
  !overrun && Math.min(...p99) <= HELD_MS && answers.every(({ fault }) => fault === undefined)

const newEdge = (rate: number, server: MixedServer): Edge => ({
  ...{ rate, server, answers: [], p99: [], overrun: false, cpu: [] },
})

/** Runs each rate at each server in turn; a server whose queue has grown gets no higher rates. */
const climb = async (installation: Installation, options: BenchOptions): Promise<Edge[]> => {
  const seconds = Math.max(options.seconds, LEAST_SECONDS)
  const edges: Edge[] = []
  // Warm-up: compilation and caching are not counted.
  for (const server of installation.servers) await playOnce(installation, newEdge(200, server), seconds, 1)
  for (const rate of RATES) {
    const now = installation.servers
      .filter((server) => !edges.some((edge) => edge.server === server && edge.overrun))
      .map((server) => newEdge(rate, server))
    for (let round = 0; round < Math.min(options.rounds, MOST_ROUNDS); round++)
      for (const edge of round % 2 === 0 ? now : now.toReversed())
        await playOnce(installation, edge, seconds, rate + round)
    edges.push(...now)
  }
  return edges
}

const mean = (values: readonly number[]): string =>
  show(values.reduce((sum, one) => sum + one, 0) / values.length, 2)

const rowOf = (edge: Edge): string[] => {
  const [p50, p95, p99] = percentiles(edge.answers)
  return [
    edge.server.name,
    show(edge.rate),
    show(p50),
    show(p95),
    show(p99),
    `**${show(Math.min(...edge.p99))}**`,
    faultsOf(edge.answers),
    edge.overrun ? 'растёт' : '—',
    ...(['server', 'database', 'load'] as const).map((whose) => mean(edge.cpu.map((one) => one[whose]))),
  ]
}

const kindRows = (edges: readonly Edge[]): string[][] =>
  Object.entries(KINDS).map(([kind, { name, share: part }]) => [
    `${name}, ${show(part * 100)} %`,
    ...edges.map(({ answers }) => {
      const [p50, , p99] = percentiles(answers.filter((one) => one.kind === kind))
      return `${show(p50)} / ${show(p99)}`
    }),
  ])

const ordersOf = ({ before }: BenchOptions): ServerOrder[] =>
  before === undefined
    ? [
        { name: 'один процесс', env: { PROCESSES: '1' } },
        { name: 'два процесса', env: { PROCESSES: '2' } },
      ]
    : [{ name: 'было', cwd: before }, { name: 'стало' }]

/** Runs the mixed load at rising rates and finds the highest that is held. */
export const mixed: Bench = {
  name: 'mixed',
  title: 'Смешанная нагрузка на краю машины',
  run: (options) =>
    withInstallation(options, ordersOf(options), async (installation) => {
      const edges = await climb(installation, options)
      const held = installation.servers.map((server) => {
        const best = edges.findLast((edge) => edge.server === server && isHeld(edge))
        return { server, best, rate: best?.rate ?? 0 }
      })
      const best = held.flatMap((one) => one.best ?? [])
      return `${table(
        [
          'Сервер',
          'запр/с',
          'p50, мс',
          'p95, мс',
          'p99, мс',
          'p99 лучшего раунда',
          'ошибок',
          'очередь',
          'сервер, мс ЦП',
          'база, мс ЦП',
          'нагрузка, мс ЦП',
        ],
        edges.map(rowOf),
      )}

Держит с p99 не больше ${HELD_MS} мс хотя бы в одном из раундов (в другом машину могли занять соседи): ${held.map(({ server, rate }) => `${server.name} — **${rate === 0 ? 'ни одной из частот' : `${show(rate)}/с`}**`).join(', ')}. На этой частоте, p50 / p99 каждого вида, мс:

${table(['Вид, доля', ...best.map(({ server, rate }) => `${server.name}, ${show(rate)}/с`)], kindRows(best))}

Запросы приходят в назначенные заранее случайные моменты: ожидание считается. Сервер, PostgreSQL и сама нагрузка — на одних и тех же ядрах; ЦП — на один запрос.`
    }),
}
