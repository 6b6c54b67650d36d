import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestS3 } from '../../apps/server/src/ports/testing-s3.ts'
import { startApp } from '../app-process.ts'
import { type Bench, say } from '../bench.ts'
import { cleanReport } from '../crash.bench.ts'
import { makeCounter } from '../lib/counting-transport.ts'
import { judge, readBack, type Shown } from '../lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, untilWritten, write } from '../lib/crash-writers.ts'
import { show } from '../lib/numbers.ts'
import { table } from '../report.ts'
import { openDatabase } from './faults/database.ts'
import { openDisk } from './faults/disk.ts'
import { type Bed, FAKETIME, FAULTS, type Faults, STORE_FAULTS } from './faults/faults.ts'
import { openLine } from './faults/line.ts'
import { openMail } from './faults/mail.ts'

const PORT = 5493
const DATABASE_PORT = 5494
const LINE_PORT = 5495
const STORED_PORT = 5496
const WRITERS = 8
const BETWEEN_MS = 2000

const install = (): void => {
  if (process.getuid?.() !== 0) throw new Error('Нужен root: диски, PostgreSQL от postgres.')
  if (existsSync(FAKETIME) && existsSync('/usr/lib/postgresql')) return
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'postgresql', 'faketime', 'procps'],
    options,
  )
}

type Counter = ReturnType<typeof makeCounter>

interface Played {
  rows: string[][]
  acknowledged: number
  problems: string[]
}

/** Causes one fault after another under writes, then reads everything back and runs doctor. */
const playAll = async <B>(
  faults: Faults<B>,
  bed: B,
  { url, env, counter }: { url: () => string; env: Record<string, string>; counter: Counter },
): Promise<Played> => {
  const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
  let stopped = false
  const always = { isOpen: () => true, opened: () => Promise.resolve() }
  const probe = await openCall(url(), CUSTOMERS[0])
  const writers: Promise<void>[] = []
  for (let at = 0; at < WRITERS; at++) {
    const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
    const call = await openCall(url(), customer, counter.transport)
    writers.push(write(call, customer, { ledger, gate: always, stopped: () => stopped }))
  }
  const acknowledged = () => ledger.ops.filter((op) => op.acknowledged).length
  const rows: string[][] = []
  for (const [name, play] of Object.entries(faults)) {
    await pause(BETWEEN_MS)
    const [before, refused] = [acknowledged(), ledger.refused.length]
    await play(bed)
    const waited = await untilWritten(probe)
    const counts = [acknowledged() - before, ledger.refused.length - refused]
    rows.push([name, show(waited, 1), ...counts.map((count) => show(count))])
    say(`${name}: ${show(waited, 1)} с`)
  }
  stopped = true
  await Promise.all(writers)
  const shown = new Map<string, Shown[]>()
  for (const customer of CUSTOMERS) await readBack(url(), await openCall(url(), customer), shown)
  const { findings } = await cleanReport(env)
  const found = findings.map(({ kind, detail }) => `doctor, ${kind}: ${detail}`)
  return {
    rows,
    acknowledged: acknowledged(),
    problems: [...judge(ledger, shown), ...new Set(ledger.refused), ...found],
  }
}

/** Does the same with files in an S3 store. */
const playStore = async (dir: string, base: Record<string, string>, counter: Counter): Promise<Played> => {
  const s3 = await startTestS3()
  const env = {
    ...base,
    DATA_DIR: dir,
    DATABASE_URL: `postgres://app@127.0.0.1:${DATABASE_PORT}/stored`,
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.credentials.secretAccessKey,
  }
  const app = await startApp({ port: STORED_PORT, env })
  try {
    return await playAll(STORE_FAULTS, { s3 }, { url: () => app.url, env, counter })
  } finally {
    await app.kill()
    await s3.close()
  }
}

/** Causes faults of a server and its database one after another under writes, with a ledger of all acknowledged writes. */
export const faults: Bench = {
  name: 'faults',
  title: 'Беды по очереди под записью, с книгой подтверждённого',
  run: async () => {
    install()
    const root = mkdtempSync(join(tmpdir(), 'podmoga-faults-'))
    chmodSync(root, 0o755)
    const store = join(root, 'disks')
    mkdirSync(store)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3g', 'tmpfs', store])
    const files = openDisk(join(root, 'files'), store, 500)
    const rows = openDisk(join(root, 'rows'), store, 700)
    const database = openDatabase(join(root, 'rows'), DATABASE_PORT)
    const line = openLine(LINE_PORT, DATABASE_PORT)
    const mail = await openMail()
    const common = {
      HOST: '127.0.0.1',
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      ACCESS_TOKEN_SECONDS: '259200',
    }
    const env = {
      ...common,
      DATA_DIR: join(root, 'files'),
      DATABASE_URL: `postgres://app@127.0.0.1:${LINE_PORT}/app`,
      SMTP_URL: mail.url,
    }
    const bed: Bed = {
      app: await startApp({ port: PORT, env }),
      restart: async (more = {}) => {
        bed.app = await startApp({ port: PORT, env: { ...env, ...more } })
      },
      ...{ database, line, files, rows, mail },
    }
    try {
      const counter = makeCounter()
      const main = await playAll(FAULTS, bed, { url: () => bed.app.url, env, counter })
      const letters = await mail.judge()
      await bed.app.end()
      const stored = await playStore(join(root, 'stored'), common, counter)
      const problems = [...main.problems, ...stored.problems, ...letters]
      for (const problem of problems) say(problem)
      const told = [...counter.answers].sort().map(([what, times]) => `${what}: ${show(times)}`)
      const head = [
        'Беда',
        'после неё снова пишем, с',
        'подтверждено за это время',
        'отказано иначе, чем 503',
      ]
      return `${table(head, [...main.rows, ...stored.rows])}

Подтверждено записей: ${show(main.acknowledged + stored.acknowledged)}; писем, отправленных при молчащей почте: ${show(mail.count())}; **пропало, повторилось, испорчено, найдено doctor: ${problems.length}**. Ответы: ${told.join(', ')}.`
    } finally {
      await bed.app.kill()
      line.close()
      await mail.close()
      database.stop()
      files.close()
      rows.close()
      spawnSync('umount', ['-l', store])
      rmSync(root, { recursive: true, force: true })
    }
  },
}
