import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import { writeNewKey } from '../apps/server/src/backup/keys.ts'
import { loadRows } from '../apps/server/src/backup/load-rows.ts'
import { makeBackup } from '../apps/server/src/backup/make-backup.ts'
import { sizeOf } from '../apps/server/src/backup/manifest.ts'
import { readPart } from '../apps/server/src/backup/parts.ts'
import { folderRepository } from '../apps/server/src/backup/repository.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { systemClock } from '../apps/server/src/ports/clock.ts'
import { ROOT, startApp } from './app-process.ts'
import { type Bench, type BenchOptions, say } from './bench.ts'
import { doctor, makeGate } from './crash.bench.ts'
import { judge, readBack, type Shown } from './lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, write } from './lib/crash-writers.ts'
import { show } from './lib/numbers.ts'
import { openTicketsBase } from './lib/tickets-data.ts'
import { table } from './report.ts'

const WRITERS = 20
const PORT = 5490
const MIB = 1024 * 1024

const seconds = (ms: number): string => show(ms / 1000)

/** Runs one of our commands. Returns its time in milliseconds; throws with its output. */
const command = async (
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<number> => {
  const began = performance.now()
  await promisify(execFile)(process.execPath, [`apps/server/src/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  })
  return performance.now() - began
}

/**
 * Makes a backup under writes, restores it elsewhere, and checks there over HTTP every write acknowledged before the backup
 * began, file by file.
 */
const playLedger = async (dir: string, kills: number): Promise<readonly string[][]> => {
  const settings = { SEED: 'demo', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ACCESS_TOKEN_SECONDS: '86400' }
  const env = { ...settings, DATA_DIR: join(dir, 'data') }
  const recipient = await writeNewKey(join(dir, 'age.key'))
  const sealed = { ...env, BACKUP_RECIPIENT: recipient }
  const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
  const app = await startApp({ port: PORT, env })
  let stopped = false
  const gate = makeGate()
  const writers = Array.from({ length: WRITERS }, async (_, at) => {
    const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
    await write(await openCall(app.url, customer), customer, { ledger, gate, stopped: () => stopped })
  })
  const problems: string[] = []
  const backups: number[] = []
  const restores: number[] = []
  let before = 0
  let findings = 0
  for (let round = 1; round <= kills; round += 1) {
    gate.open()
    await pause(1500)
    const acknowledged = ledger.ops.filter((op) => op.acknowledged).map((op) => ({ ...op }))
    before += acknowledged.length
    const copies = join(dir, `copies-${round}`)
    backups.push(await command('backup', ['--to', copies], sealed))
    // Pauses the writers: the comparison reads everything, and new writes would only make it longer.
    gate.close()
    const elsewhere = { ...settings, DATA_DIR: join(dir, `else-${round}`) }
    restores.push(await command('restore', ['--from', copies, '--key', join(dir, 'age.key')], elsewhere))
    const other = await startApp({ port: PORT + 1, env: elsewhere })
    const shown = new Map<string, Shown[]>()
    for (const customer of CUSTOMERS) await readBack(other.url, await openCall(other.url, customer), shown)
    const known = { ...ledger, ops: acknowledged }
    problems.push(...judge(known, shown).filter((line) => !line.endsWith('nobody wrote it')))
    const report = await doctor(elsewhere)
    await other.end()
    findings += report.findings.length
    for (const { kind, detail } of report.findings) say(`${kind}: ${detail}`)
    say(`${round}: подтверждено до копии ${acknowledged.length}`)
    await rm(elsewhere.DATA_DIR, { recursive: true, force: true })
  }
  stopped = true
  gate.open()
  await Promise.all(writers)
  await app.end()
  problems.push(...ledger.refused)
  for (const problem of problems) say(problem)
  return [
    ['копий под записью 20 писателей, каждая восстановлена в другом месте', show(kills)],
    ['записей, подтверждённых до начала копии, найдено сверкой, всего', show(before)],
    ['**из них пропало, повторилось или с другими файлами (SHA-256)**', `**${problems.length}**`],
    ['**находки `doctor --deep` после восстановления**', `**${findings}**`],
    ['команда копии целиком, худшая, с', seconds(Math.max(...backups))],
    ['команда восстановления целиком, худшая, с', seconds(Math.max(...restores))],
  ]
}

const sizeOfFolder = async (folder: string): Promise<number> => {
  let sum = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size
  return sum
}

/** The reference: copies the cluster's own files between `pg_backup_start` and `pg_backup_stop`. */
const copyCluster = async (admin: Connection, from: string, to: string): Promise<number> => {
  const sql = openSql(admin, 1, { deadlines: false })
  const session = await sql.reserve()
  const began = performance.now()
  try {
    await session`select pg_backup_start('bench', true)`
    await cp(from, to, {
      recursive: true,
      filter: (path) => !/postmaster\.(pid|opts)$|\.s\.PGSQL/.test(path),
    })
    await session`select pg_backup_stop()`
    return performance.now() - began
  } finally {
    session.release()
    await sql.end()
  }
}

/** Measures sizes and times of one generated base: our copy, plain and encrypted, its restore, and the cluster's files. */
const measureBase = async (dir: string, { data, small }: BenchOptions): Promise<readonly string[][]> => {
  const database = await openDatabase({ dataDir: data ?? join(dir, 'base'), log: () => undefined })
  try {
    const connection = await openTicketsBase(database.admin, small)
    const sql = openSql(connection, 2, { deadlines: false })
    const [size] = await sql<{ bytes: string }[]>`select pg_database_size(current_database())::text as bytes`
    const rows: string[][] = [['база, МиБ', show(Number(size?.bytes) / MIB)]]
    const recipient = await writeNewKey(join(dir, `age-${small}.key`))
    for (const to of [null, recipient]) {
      const repository = await folderRepository(await mkdtemp(join(dir, 'rows-')))
      const manifest = await makeBackup({
        sql,
        files: null,
        secrets_path: null,
        repository,
        recipient: to,
        keep: { days: 1, least: 1 },
        clock: systemClock,
        log: { info: () => undefined },
      })
      if (manifest === null) throw new Error('no copy was made')
      const what = to === null ? 'копия строк' : 'она же, зашифрованная'
      rows.push([`${what}: с / МиБ`, `${show(manifest.seconds)} / ${show(sizeOf(manifest) / MIB)}`])
      if (to !== null) continue
      const admin = openSql(database.admin, 1, { deadlines: false })
      await admin.unsafe('drop database if exists restored')
      await admin.unsafe('create database restored owner podmoga')
      const began = performance.now()
      await loadRows({ ...connection, database: 'restored' }, manifest, {
        read: async function* ({ parts }) {
          for (const part of parts)
            yield* await readPart({ repository, identity: null }, `${manifest.name}/${part.name}`, part)
        },
        last: async () => undefined,
      })
      rows.push(['восстановление строк, с', seconds(performance.now() - began)])
      await admin.unsafe('drop database restored')
      await admin.end()
    }
    await sql.end()
    const to = join(dir, 'cluster')
    const ms = await copyCluster(database.admin, join(data ?? join(dir, 'base'), 'pg'), to)
    rows.push([
      'файлы кластера между pg_backup_start и pg_backup_stop: с / МиБ',
      `${seconds(ms)} / ${show((await sizeOfFolder(to)) / MIB)}`,
    ])
    return rows
  } finally {
    await database.stop()
  }
}

/** Backups under writes, restored elsewhere and compared; sizes and times beside a copy of the cluster's files. */
export const backup: Bench = {
  name: 'backup',
  title: 'Резервная копия под записью и восстановление',
  run: async (options) => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-backup-'))
    try {
      const ledger = await playLedger(dir, Math.min(options.kills, 5))
      const sizes = await measureBase(dir, options)
      return table(['Что', 'Сколько'], [...ledger, ...sizes])
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
}
