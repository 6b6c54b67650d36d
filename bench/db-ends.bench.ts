import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '@podmoga/contract/client'
import { fetchTransport } from '@podmoga/contract/transports'
import { readPostmaster } from '@podmoga/embedded-postgres/leftovers'
import { SOCKET_NAME, socketDirFor } from '@podmoga/embedded-postgres/socket-dir'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { type AppProcess, startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { cleanReport } from './crash.bench.ts'
import { judge, readBack, type Shown } from './lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, write } from './lib/crash-writers.ts'
import { median, show } from './lib/numbers.ts'
import { table } from './report.ts'

const WRITERS = 20
const PORT = 5481
const ENDINGS = 200
/** Acknowledged writes between two cuts, so that each cut hits running work. */
const BETWEEN = 3
const STUCK_MS = 60_000

/** Counts the server's answers by status. */
const makeCounter = () => {
  const answers = new Map<string, number>()
  const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1)
  const transport: Transport = async (request) => {
    try {
      const answer = await fetchTransport(request)
      const waits = answer.status !== 503 || Number(answer.header('retry-after')) > 0
      count(waits ? String(answer.status) : '503 без Retry-After')
      return answer
    } catch (error) {
      count('без ответа')
      throw error
    }
  }
  return { answers, transport }
}

const always = { isOpen: () => true, opened: () => Promise.resolve() }
const acknowledged = ({ ops }: Ledger): number => ops.filter((op) => op.acknowledged).length

/** Waits for this many more acknowledged writes. Returns the milliseconds; throws if they do not come. */
const progress = async (ledger: Ledger, more: number): Promise<number> => {
  const [since, wanted] = [performance.now(), acknowledged(ledger) + more]
  while (acknowledged(ledger) < wanted) {
    if (performance.now() - since > STUCK_MS) throw new Error('nothing is acknowledged any more')
    await pause(5)
  }
  return performance.now() - since
}

const endAll = async (admin: Sql, ledger: Ledger): Promise<{ ended: number; waits: number[] }> => {
  let ended = 0
  const waits: number[] = []
  for (let round = 0; round < ENDINGS; round++) {
    await progress(ledger, BETWEEN)
    const rows = await admin`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = 'podmoga' and usename = 'podmoga'`
    ended += rows.length
    waits.push(await progress(ledger, 1))
  }
  return { ended, waits }
}

/** Stops PostgreSQL as a service manager would; the server restarts it. */
const restartDatabase = async (cluster: string, ledger: Ledger): Promise<number> => {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === undefined) throw new Error('there is no database')
  process.kill(postmaster.pid, 'SIGINT')
  const since = performance.now()
  while ((await readPostmaster(cluster))?.pid === postmaster.pid) await pause(5)
  await progress(ledger, 100)
  return performance.now() - since
}

const stillThere = ({ pid }: AppProcess): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Runs the whole server under writes while its database repeatedly terminates all connections, and then stops. */
export const dbEnds: Bench = {
  name: 'db-ends',
  title: 'База обрывает соединения под нагрузкой',
  run: async () => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), 'podmoga-ends-')))
    const env = {
      DATA_DIR: dir,
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      ACCESS_TOKEN_SECONDS: '86400',
    }
    const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
    const { answers, transport } = makeCounter()
    const app = await startApp({ port: PORT, env })
    const cluster = join(dir, 'pg')
    const host = await socketDirFor(cluster)
    const at = { host, port: 5432, path: join(host, SOCKET_NAME), username: 'postgres', database: 'postgres' }
    const admin = openSql(at, 1, { deadlines: false })
    let stopped = false
    const writers: Promise<void>[] = []
    for (let one = 0; one < WRITERS; one++) {
      const customer = CUSTOMERS[one % CUSTOMERS.length] ?? CUSTOMERS[0]
      const call = await openCall(app.url, customer, transport)
      writers.push(write(call, customer, { ledger, gate: always, stopped: () => stopped }))
    }
    const { ended, waits } = await endAll(admin, ledger)
    await admin.end()
    say(`оборвано ${ended}; подтверждено ${acknowledged(ledger)}`)
    const restarted = await restartDatabase(cluster, ledger)
    stopped = true
    await Promise.all(writers)
    const lives = stillThere(app)
    const shown = new Map<string, Shown[]>()
    for (const customer of CUSTOMERS) await readBack(app.url, await openCall(app.url, customer), shown)
    const problems = [...judge(ledger, shown), ...ledger.refused]
    const { findings } = await cleanReport(env)
    await app.end()
    for (const problem of [...problems, ...findings.map((one) => `${one.kind}: ${one.detail}`)]) say(problem)
    if (problems.length + findings.length === 0) await rm(dir, { recursive: true, force: true })
    else say(`данные оставлены в ${dir}`)
    return `${table(
      ['Что', 'Сколько'],
      [
        ['раз оборваны все соединения', show(ENDINGS)],
        ['соединений оборвано', show(ended)],
        [
          'от обрыва до новой подтверждённой записи: медиана, худшее, мс',
          `${show(median(waits))} / ${show(Math.max(...waits))}`,
        ],
        ['от остановки PostgreSQL до ста новых подтверждённых записей, мс', show(restarted)],
        ['**процесс сервера тот же**', lives ? '**да**' : '**нет**'],
        ['записей, подтверждённых ответом 200', show(acknowledged(ledger))],
        ['**пропало, повторилось, не те файлы (SHA-256), отказано иначе чем 503**', `**${problems.length}**`],
        ['**находки `doctor --json --deep`**', `**${findings.length}**`],
        ...[...answers].sort().map(([what, times]) => [`ответов ${what}`, show(times)]),
      ],
    )}

Писателей ${WRITERS}: тикеты с двумя файлами, каждый третий — с ответом с файлом; без ответа или после 503 запись повторяется с тем же ключом или (каждая вторая) остаётся как есть.`
  },
}
