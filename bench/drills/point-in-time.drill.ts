import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startApp } from '../app-process.ts'
import { type Bench, say } from '../bench.ts'
import { cleanReport } from '../crash.bench.ts'
import { judge, readBack, type Shown } from '../lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, write } from '../lib/crash-writers.ts'
import { show } from '../lib/numbers.ts'
import { table } from '../report.ts'
import { openDatabase } from './faults/database.ts'
import { linesOf } from './unit/page.ts'

const PORT = 5493
const DATABASE_PORT = 5494
const WRITERS = 6
const WRITING_MS = 4000
const PGBACKREST = '/usr/bin/pgbackrest'

const install = (): void => {
  if (process.getuid?.() !== 0) throw new Error('Нужен root: PostgreSQL и pgBackRest идут от postgres.')
  if (existsSync(PGBACKREST) && existsSync('/usr/lib/postgresql')) return
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql', 'pgbackrest'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Starts PostgreSQL that archives its WAL by pgBackRest, set up by docs/operations/backup.md, in a separate folder. */
const openArchived = (root: string) => {
  const config = join(root, 'pgbackrest.conf')
  const rows = join(root, 'rows')
  const folders = [rows, ...['repo', 'log', 'spool', 'lock'].map((name) => join(root, name))]
  for (const folder of folders) mkdirSync(folder)
  const database = openDatabase(rows, DATABASE_PORT, [
    'archive_mode=on',
    `archive_command=pgbackrest --config=${config} --stanza=podmoga archive-push %p`,
    'archive_timeout=60',
  ])
  const { uid, gid } = statSync(rows)
  for (const folder of folders) chownSync(folder, uid, gid)
  const [lines = ''] = linesOf('backup.md', 'Point in time, on your own PostgreSQL')
  const [, page = ''] = /pgbackrest\.conf <<'END'\n([\s\S]*?\n)END\n/.exec(lines) ?? []
  const paths = ['log', 'spool', 'lock'].map((name) => `${name}-path=${root}/${name}\n`)
  writeFileSync(
    config,
    page
      .replace('/var/lib/pgbackrest', `${root}/repo`)
      .replace(
        '[podmoga]\n',
        `${paths.join('')}[podmoga]\npg1-port=${DATABASE_PORT}\npg1-socket-path=${rows}\n`,
      )
      .replace('/var/lib/postgresql/15/main', database.data),
  )
  /** Returns its time in seconds; writers continue meanwhile. */
  const pgbackrest = async (name: string, ...args: string[]): Promise<number> => {
    const since = performance.now()
    const command = ['pgbackrest', `--config=${config}`, '--stanza=podmoga', ...args, name]
    await promisify(execFile)('runuser', ['-u', 'postgres', '--', ...command], { cwd: '/' })
    return (performance.now() - since) / 1000
  }
  const ask = (query: string): string =>
    execFileSync(
      'psql',
      ['-XAtq', '-h', '127.0.0.1', '-p', String(DATABASE_PORT), '-U', 'postgres', '-d', 'app', '-c', query],
      { encoding: 'utf8' },
    ).trim()
  return { database, pgbackrest, ask }
}

const untilPromoted = async (ask: (query: string) => string): Promise<void> => {
  for (let left = 600; left > 0 && ask('select pg_is_in_recovery()') !== 'f'; left -= 1) await pause(100)
}

/** Makes a full backup under writes, records a moment while they continue, and restores the base to it. */
export const pointInTime: Bench = {
  name: 'point-in-time',
  title: 'Назад к моменту: PostgreSQL и pgBackRest под записью',
  run: async () => {
    install()
    const root = mkdtempSync(join(tmpdir(), 'podmoga-moment-'))
    chmodSync(root, 0o755)
    const { database, pgbackrest, ask } = openArchived(root)
    const env = {
      DATA_DIR: join(root, 'files'),
      DATABASE_URL: `postgres://app@127.0.0.1:${DATABASE_PORT}/app`,
      HOST: '127.0.0.1',
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      ACCESS_TOKEN_SECONDS: '86400',
    }
    let app = await startApp({ port: PORT, env })
    try {
      await pgbackrest('stanza-create')
      const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
      const always = { isOpen: () => true, opened: () => Promise.resolve() }
      let stopped = false
      const writers = Array.from({ length: WRITERS }, async (_, at) => {
        const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
        await write(await openCall(app.url, customer), customer, {
          ledger,
          gate: always,
          stopped: () => stopped,
        })
      })
      await pause(WRITING_MS)
      const backedUp = await pgbackrest('backup', '--type=full')
      await pause(WRITING_MS)
      const before = ledger.ops.map((op) => ({ ...op }))
      const moment = ask('select clock_timestamp()')
      const begun = ledger.ops.length
      say(`момент: ${moment}`)
      await pause(WRITING_MS)
      stopped = true
      await Promise.all(writers)
      const after = ledger.ops.slice(begun)
      await app.end()
      ask('select pg_switch_wal()')
      database.stop('fast')

      const target = ['--delta', '--type=time', `--target=${moment}`, '--target-action=promote']
      const restored = await pgbackrest('restore', ...target)
      const started = performance.now()
      if (database.start() !== 0) throw new Error('PostgreSQL не запустился после возврата')
      await untilPromoted(ask)
      const replayed = (performance.now() - started) / 1000
      app = await startApp({ port: PORT, env })
      const shown = new Map<string, Shown[]>()
      for (const customer of CUSTOMERS) await readBack(app.url, await openCall(app.url, customer), shown)
      // Writes in flight at that moment may be there or not.
      const between = ledger.ops.slice(before.length, begun)
      const known = { ...ledger, ops: [...before, ...between.map((op) => ({ ...op, acknowledged: false }))] }
      const problems = judge(known, shown).filter((line) => !line.endsWith('nobody wrote it'))
      const survived = after
        .filter(({ id }) => shown.has(id))
        .map(({ id }) => `${id}: written after the moment`)
      const { findings } = await cleanReport(env)
      const found = findings.map(({ kind, detail }) => `doctor, ${kind}: ${detail}`)
      for (const line of [...problems, ...survived, ...found, ...ledger.refused]) say(line)
      const acknowledged = (ops: Ledger['ops']) => show(ops.filter((op) => op.acknowledged).length)
      const timeline = ask('select timeline_id from pg_control_checkpoint()')
      return table(
        ['Назад к моменту', 'сколько'],
        [
          ['подтверждено до момента', acknowledged(before)],
          ['**из них пропало или испорчено**', `**${problems.length}**`],
          ['начато и подтверждено после момента', acknowledged(after)],
          ['**из них осталось**', `**${survived.length}**`],
          ['находок doctor; отказано работающим сервером', `${findings.length}; ${ledger.refused.length}`],
          ['полная копия под записью, с', show(backedUp, 1)],
          ['возврат; проигрывание журнала и повышение, с', `${show(restored, 1)}; ${show(replayed, 1)}`],
          [
            'ветвь истории (timeline); сервер снова готов через, с',
            `${timeline}; ${show(app.ready_ms / 1000, 1)}`,
          ],
        ],
      )
    } finally {
      await app.kill()
      database.stop()
      rmSync(root, { recursive: true, force: true })
    }
  },
}
