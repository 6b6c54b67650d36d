import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@podmoga/sql/sql'
import { type Bench, type BenchOptions, say } from '../bench.ts'
import { median, show } from '../lib/numbers.ts'
import { openDescriptors, residentBytes } from '../lib/processes.ts'
import { table } from '../report.ts'
import { type Installation, type MixedServer, withInstallation } from './installation.ts'
import { arrivals, faultsOf, type Played, percentiles, playAt } from './open-loop.ts'
import { makeDice, makeShots } from './shots.ts'

/** Seconds of load between two samples. */
const STEP_SECONDS = 30
/** The part at the start that fills caches and pools: it is shown, but not judged. */
const WARM_PART = 0.25
/** Fewer samples than this are not judged: a heap may be sampled before or after a garbage collection. */
const LEAST_LOOKS = 6
/** Maximum growth that counts as flat: the median of the last third against that of the first, after the warm-up. */
const GROWTH = { rss: 1.15, heap: 1.15, descriptors: 1.1, queue: 1.5, bytes: 1.5 } as const
/** Values below these never count as growth, for example a queue of three rows and one of seven. */
const FLOOR = { rss: 0, heap: 0, descriptors: 20, queue: 500, bytes: 5 * 2 ** 20 } as const

/** Rows that wait for processing, by table. */
const QUEUES = {
  outbox: 'sent_at is null and failed_at is null',
  notices: 'due_at is not null',
  signals: 'due_at is not null',
  message_words_fill: 'true',
  rule_waits: 'true',
  guess_counters: 'true',
} as const
/** Tables with a retention time: they grow until it is over, so they are shown, but not judged. */
const KEPT = ['ticket_events', 'idempotency', 'rate_counters'] as const

interface Look {
  at_s: number
  rss: number
  heap: number
  descriptors: number
  /** Waiting rows by table; bytes of the tables, indexes included; rows of tables with a retention time. */
  rows: Map<string, number>
  kept: Map<string, number>
  bytes: number
  p99: number
  faults: string
}

const numberOf = (metrics: string, name: string): number =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )

const lookAt = async (server: MixedServer, sql: Sql): Promise<Omit<Look, 'at_s' | 'p99' | 'faults'>> => {
  const count = async (name: string, where: string): Promise<number> => {
    const [row] = await sql.unsafe(`select count(*)::int as rows from ${name} where ${where}`)
    return Number(row?.rows)
  }
  const rows = new Map<string, number>()
  for (const [name, where] of Object.entries(QUEUES)) rows.set(name, await count(name, where))
  const kept = new Map<string, number>()
  for (const name of KEPT) kept.set(name, await count(name, 'true'))
  const [size] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${Object.keys(QUEUES)}::text[]) name`
  const pids = server.pids()
  return {
    rss: pids.reduce((sum, pid) => sum + residentBytes(pid), 0),
    heap: numberOf(await server.metrics(), 'nodejs_heap_size_used_bytes'),
    descriptors: pids.reduce((sum, pid) => sum + openDescriptors(pid), 0),
    rows,
    kept,
    bytes: size?.bytes ?? 0,
  }
}

const play = async (
  { servers, tokens, rows, sql }: Installation,
  { minutes, rate }: BenchOptions,
): Promise<Look[]> => {
  const [server] = servers
  if (server === undefined) throw new Error('there is no server')
  const dice = makeDice(1)
  const shoot = makeShots(tokens, rows, dice)
  const looks: Look[] = []
  const began = performance.now()
  while (performance.now() - began < minutes * 60_000) {
    const played: Played = await playAt(server.url, arrivals(rate, STEP_SECONDS, dice), shoot)
    await pause(500)
    const look: Look = {
      at_s: (performance.now() - began) / 1000,
      ...(await lookAt(server, sql)),
      p99: percentiles(played.answers)[2],
      faults: faultsOf(played.answers),
    }
    looks.push(look)
    say(
      `${show(look.at_s)} с: RSS ${megabytes(look.rss)} МБ, куча ${megabytes(look.heap)} МБ, дескрипторов ${look.descriptors}, p99 ${show(look.p99)} мс, ошибок ${look.faults}`,
    )
  }
  return looks
}

const megabytes = (bytes: number): string => show(bytes / 1024 / 1024)

/** Medians of the first and of the last third of the judged part. */
const ends = (values: readonly number[]): [first: number, last: number] => {
  const judged = values.slice(Math.ceil(values.length * WARM_PART))
  const third = Math.max(1, Math.floor(judged.length / 3))
  return [median(judged.slice(0, third)), median(judged.slice(-third))]
}

/** Growth of a value per hour, by least squares over the judged part: it shows a slow leak before the medians do. */
const perHour = (looks: readonly Look[], values: readonly number[]): number => {
  const from = Math.ceil(values.length * WARM_PART)
  const points = values
    .slice(from)
    .map((value, at) => ({ x: (looks[from + at]?.at_s ?? 0) / 3600, y: value }))
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length)
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = mean((point) => (point.x - x) ** 2)
  return spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread
}

const verdictOf = (kind: keyof typeof GROWTH, values: readonly number[]): string => {
  if (values.length * (1 - WARM_PART) < LEAST_LOOKS) return 'мало взглядов'
  const [first, last] = ends(values)
  return last <= Math.max(first * GROWTH[kind], first + FLOOR[kind]) ? 'ровно' : '**растёт**'
}

const verdictRows = (looks: readonly Look[]): string[][] => {
  const row = (
    name: string,
    kind: keyof typeof GROWTH,
    values: number[],
    format: (value: number) => string,
  ) => [
    name,
    ...ends(values).map((value) => format(value)),
    format(Math.max(...values)),
    format(perHour(looks, values)),
    verdictOf(kind, values),
  ]
  const of = (value: (look: Look) => number) => looks.map(value)
  return [
    row(
      'память процессов (RSS), МБ',
      'rss',
      of((look) => look.rss),
      megabytes,
    ),
    row(
      'занятая куча, МБ',
      'heap',
      of((look) => look.heap),
      megabytes,
    ),
    row(
      'дескрипторов',
      'descriptors',
      of((look) => look.descriptors),
      show,
    ),
    ...[...(looks[0]?.rows.keys() ?? [])].map((name) =>
      row(
        `ждут в ${name}`,
        'queue',
        of((look) => look.rows.get(name) ?? 0),
        show,
      ),
    ),
    row(
      'таблицы очередей на диске, МБ',
      'bytes',
      of((look) => look.bytes),
      megabytes,
    ),
    ...KEPT.map((name) => {
      const values = of((look) => look.kept.get(name) ?? 0)
      const [first, last] = ends(values)
      return [
        `строк в ${name}`,
        show(first),
        show(last),
        '—',
        show(perHour(looks, values)),
        'хранится по сроку',
      ]
    }),
  ]
}

/** Runs the mixed load for a long time and checks that nothing grows that should not. */
export const soak: Bench = {
  name: 'soak',
  title: 'Смешанная нагрузка часами: память, дескрипторы, очереди',
  run: (options) =>
    withInstallation(options, [{ name: 'сервер' }], async (installation) => {
      const looks = await play(installation, options)
      const faults = looks.filter((look) => look.faults !== '0').map((look) => look.faults)
      return `${table(['Что', 'в начале', 'в конце', 'больше всего', 'за час', 'вывод'], verdictRows(looks))}

${show(looks.at(-1)?.at_s ?? 0)} с по ${options.rate} запросов в секунду, взгляд раз в ${STEP_SECONDS} с; p99 в середине ${show(median(looks.map((look) => look.p99)))} мс; ошибок: ${faults.join('; ') || '0'}. «В начале» и «в конце» — медианы первой и последней трети после разгона (четверть времени), «за час» — наклон по всем взглядам после него: он значит что-то, когда смотрят не минуты. Ровно: память не выросла больше чем на 15 %, дескрипторы на 10 %, очереди в полтора раза.`
    }),
}
