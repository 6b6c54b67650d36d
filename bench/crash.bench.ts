import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openSql } from '@podmoga/sql/sql'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { type AppProcess, ROOT, startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { judge, readBack, type Shown } from './lib/crash-verify.ts'
import { CUSTOMERS, type Gate, type Ledger, openCall, write } from './lib/crash-writers.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

// Cases F01 (kill -9 under writers with files) and F18 (ready again after each start) of the catalogue of threats.
const WRITERS = 20
const PORT = 5480
/** Milliseconds of writing before the next kill. */
const SOONEST = 300
const LATEST = 1500

/** A gate that opens and closes for all writers at once. */
export const makeGate = (): Gate & { open: () => void; close: () => void } => {
  let wait = Promise.withResolvers<void>()
  let open = false
  return {
    isOpen: () => open,
    opened: () => wait.promise,
    open: () => {
      open = true
      wait.resolve()
    },
    close: () => {
      open = false
      wait = Promise.withResolvers()
    },
  }
}

interface Doctor {
  findings: { kind: string; detail: string }[]
  checked: Record<string, number>
}

export const doctor = async (env: Record<string, string>): Promise<Doctor> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/server/src/doctor.ts', '--json', '--deep'],
    { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  return JSON.parse(stdout) as Doctor
}

const AN_HOUR_MS = 3600_000

/**
 * With the app stopped, counts unattached files and checks indexes and tables with PostgreSQL's amcheck. Then makes those
 * files an hour older, since the sweep and doctor ignore recent ones.
 */
const lookInside = async (dir: string): Promise<{ unowned: number; damaged: string[] }> => {
  const database = await openDatabase({ dataDir: dir, log: () => undefined })
  const sql = openSql({ ...database.admin, database: 'podmoga' }, 1, { deadlines: false })
  try {
    await sql`create extension if not exists amcheck`
    const damaged: string[] = []
    for (const { name, kind } of await sql<{ name: string; kind: string }[]>`
      select c.oid::regclass::text as name, c.relkind as kind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am a on a.oid = c.relam
      where n.nspname = 'public' and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree'))`)
      try {
        if (kind === 'i') await sql`select bt_index_check(${name}::regclass, true)`
        else if ((await sql`select 1 from verify_heapam(${name}::regclass)`).length > 0) damaged.push(name)
      } catch (error) {
        damaged.push(`${name}: ${String(error)}`)
      }
    const aged = await sql`
      update stored_files set created_at = created_at - interval '1 hour' where attached_at is null returning key`
    const then = new Date(Date.now() - AN_HOUR_MS)
    for (const folder of ['files', 'tmp'])
      for (const entry of await readdir(join(dir, folder), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
    return { unowned: aged.length, damaged }
  } finally {
    await sql.end()
    await database.stop()
  }
}

/** Kills everything `kills` times under writes. Returns the milliseconds of each start after a kill. */
const killAgainAndAgain = async (
  env: Record<string, string>,
  kills: number,
  ledger: Ledger,
): Promise<{ starts: number[]; lost: number }> => {
  const gate = makeGate()
  let stopped = false
  let app: AppProcess = await startApp({ port: PORT, env })
  const writers: Promise<void>[] = []
  for (let at = 0; at < WRITERS; at++) {
    const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
    const call = await openCall(app.url, customer)
    writers.push(write(call, customer, { ledger, gate, stopped: () => stopped }))
  }
  const starts: number[] = []
  let lost = 0
  for (let kill = 1; kill <= kills; kill++) {
    gate.open()
    await pause(SOONEST + Math.random() * (LATEST - SOONEST))
    gate.close()
    lost += ledger.in_flight
    await app.kill()
    app = await startApp({ port: PORT, env })
    starts.push(app.ready_ms)
    const acknowledged = ledger.ops.filter((op) => op.acknowledged).length
    say(`${kill}: снова готов за ${show(app.ready_ms)} мс; записано ${acknowledged}`)
  }
  stopped = true
  gate.open()
  await Promise.all(writers)
  await app.end()
  return { starts, lost }
}

/** Returns doctor's report after the sweep, which starts with the server, has had time to finish. */
export const cleanReport = async (env: Record<string, string>): Promise<Doctor> => {
  let report = await doctor(env)
  // The sweep starts with the server and removes a hundred files at a time.
  for (let more = 0; more < 10 && report.findings.length > 0; more++) {
    await pause(1000)
    report = await doctor(env)
  }
  return report
}

/** `kill -9` of the server and its database under writes with files. */
export const crash: Bench = {
  name: 'crash',
  title: 'Внезапная смерть: kill -9 сервера и базы под записью',
  run: async ({ kills }) => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-crash-'))
    const env = {
      DATA_DIR: dir,
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ACCESS_TOKEN_SECONDS: '86400',
    }
    const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
    const { starts, lost } = await killAgainAndAgain(env, kills, ledger)
    const { unowned, damaged } = await lookInside(dir)
    const app = await startApp({ port: PORT, env })
    const shown = new Map<string, Shown[]>()
    for (const customer of CUSTOMERS) await readBack(app.url, await openCall(app.url, customer), shown)
    const problems = [...judge(ledger, shown), ...ledger.refused]
    const { findings, checked } = await cleanReport(env)
    await app.end()
    for (const problem of [...problems, ...damaged, ...findings.map((one) => `${one.kind}: ${one.detail}`)])
      say(problem)
    const count = (which: (op: Ledger['ops'][number]) => boolean) => show(ledger.ops.filter(which).length)
    if (problems.length + damaged.length + findings.length === 0)
      await rm(dir, { recursive: true, force: true })
    else say(`данные оставлены в ${dir}`)
    return `${table(
      ['Что', 'Сколько'],
      [
        ['убито раз', show(kills)],
        ['писателей (тикеты с двумя файлами, каждый третий — с ответом с файлом)', show(WRITERS)],
        ['запросов в пути в миг смерти, всего', show(lost)],
        ['записей, подтверждённых ответом 200', count((op) => op.acknowledged)],
        ['из них со второй попытки, с тем же ключом', count((op) => op.acknowledged && op.repeated)],
        ['без ответа и без повтора', count((op) => !op.acknowledged)],
        ['из них записаны целиком', count((op) => !op.acknowledged && shown.has(op.id))],
        [
          '**пропало, повторилось, не те файлы (SHA-256), отказано работающим сервером**',
          `**${problems.length}**`,
        ],
        ['файлов без хозяина до уборки', show(unowned)],
        ['**находки `doctor --json --deep` после уборки**', `**${findings.length}**`],
        ['**повреждённых таблиц и индексов (amcheck)**', `**${damaged.length}**`],
        [
          'запуск после смерти: медиана, p90, худший, мс',
          [median(starts), quantile(starts, 0.9), Math.max(...starts)].map((ms) => show(ms)).join(' / '),
        ],
      ],
    )}

Доктор проверил: ${Object.entries(checked)
      .map(([what, many]) => `${what} ${show(many)}`)
      .join(
        ', ',
      )}. Смерть — SIGKILL серверу, PostgreSQL и всем его процессам разом; потерю питания она не изображает.`
  },
}
