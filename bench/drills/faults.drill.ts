import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AppProcess, signalFamily, startApp } from '../app-process.ts'
import { type Bench, say } from '../bench.ts'
import { cleanReport } from '../crash.bench.ts'
import { makeCounter } from '../lib/counting-transport.ts'
import { judge, readBack, type Shown } from '../lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, untilWritten, write } from '../lib/crash-writers.ts'
import { show } from '../lib/numbers.ts'
import { table } from '../report.ts'

const PORT = 5493
const DATABASE_PORT = 5494
const LINE_PORT = 5495
const WRITERS = 8
const BETWEEN_MS = 2000
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** The line between our server and its database. */
const openLine = () => {
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  const server = createServer((from) => {
    if (state === 'cut') return from.destroy()
    const to = connect(DATABASE_PORT, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (chunk) => state === 'open' && other.write(chunk))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(LINE_PORT, '127.0.0.1')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    become: (next: typeof state) => {
      state = next
      // What was swallowed cannot be taken up again.
      if (next !== 'silent') cut()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}

/** Debian's PostgreSQL on a disk of its own. */
const openDatabase = (dir: string) => {
  const bin = `/usr/lib/postgresql/${readdirSync('/usr/lib/postgresql').sort().at(-1)}/bin`
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(dir, id('-u'), id('-g'))
  const data = join(dir, 'pg')
  const asPostgres = (program: string, ...args: string[]) =>
    spawnSync('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: '/', stdio: 'ignore' }).status
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const options = `-p ${DATABASE_PORT} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dir}`
  const start = () =>
    asPostgres(join(bin, 'pg_ctl'), '-w', '-s', '-D', data, '-o', options, '-l', join(dir, 'log'), 'start')
  const psql = (query: string) =>
    asPostgres('psql', '-Xq', '-h', dir, '-p', String(DATABASE_PORT), '-d', 'postgres', '-c', query)
  asPostgres(
    join(bin, 'initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-k',
  )
  if (start() !== 0) throw new Error('PostgreSQL не запустился')
  psql('create role app login')
  psql('create database app owner app')
  return {
    pid,
    start,
    isUp: () => psql('select 1') === 0,
    stop: () => asPostgres(join(bin, 'pg_ctl'), '-w', '-D', data, '-m', 'immediate', 'stop'),
  }
}

/** A disk of so many megabytes, which can be filled. */
const openDisk = (dir: string, megabytes: number) => {
  mkdirSync(dir)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', dir])
  const ballast = join(dir, 'ballast')
  return {
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'], { stdio: 'ignore' }),
    empty: () => rmSync(ballast, { force: true }),
    close: () => void spawnSync('umount', ['-l', dir]),
  }
}

interface Bed {
  app: AppProcess
  restart: (more?: Record<string, string>) => Promise<void>
  database: ReturnType<typeof openDatabase>
  line: ReturnType<typeof openLine>
  files: ReturnType<typeof openDisk>
  rows: ReturnType<typeof openDisk>
}

const upAgain = async ({ database }: Bed): Promise<void> => {
  for (let left = 30; left > 0 && !database.isUp(); left -= 1) {
    database.start()
    await pause(500)
  }
}

/** What is done to the installation; returns when it is healed. */
const FAULTS: Readonly<Record<string, (bed: Bed) => Promise<void>>> = {
  'сервер: kill -9 и запуск': async (bed) => {
    await bed.app.kill()
    await bed.restart()
  },
  'сервер: SIGTERM посреди запросов и запуск': async (bed) => {
    await bed.app.end()
    await bed.restart()
  },
  'сервер замер на 5 с (SIGSTOP)': async ({ app }) => {
    signalFamily(app.pid, 'SIGSTOP')
    await pause(5000)
    signalFamily(app.pid, 'SIGCONT')
  },
  'PostgreSQL: kill -9 одного из процессов': async (bed) => {
    const [backend] = execFileSync('pgrep', ['-P', String(bed.database.pid()), '-f', 'app app'], {
      encoding: 'utf8',
    }).split('\n')
    process.kill(Number(backend), 'SIGKILL')
    await upAgain(bed)
  },
  'PostgreSQL: kill -9 целиком и запуск': async (bed) => {
    signalFamily(bed.database.pid(), 'SIGKILL')
    await pause(500)
    await upAgain(bed)
  },
  'PostgreSQL замер на 10 с (SIGSTOP)': async ({ database }) => {
    const pid = database.pid()
    signalFamily(pid, 'SIGSTOP')
    await pause(10_000)
    signalFamily(pid, 'SIGCONT')
  },
  'соединения с базой рвутся 5 с': async ({ line }) => {
    line.become('cut')
    await pause(5000)
    line.become('open')
  },
  'чёрная дыра между сервером и базой, 10 с': async ({ line }) => {
    line.become('silent')
    await pause(10_000)
    line.become('open')
  },
  'диск файлов полон 5 с': async ({ files }) => {
    files.fill()
    await pause(5000)
    files.empty()
  },
  'диск базы полон 5 с': async (bed) => {
    bed.rows.fill()
    await pause(5000)
    bed.rows.empty()
    await upAgain(bed)
  },
  'часы на сутки вперёд, потом назад': async (bed) => {
    for (const shift of ['+1d', '+0d']) {
      await bed.app.end()
      await bed.restart({ LD_PRELOAD: FAKETIME, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
      await pause(3000)
    }
    await bed.app.end()
    await bed.restart()
  },
}

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

/** Whatever can happen to a server and its database, one after the other under writes, with a ledger of all that was acknowledged. */
export const faults: Bench = {
  name: 'faults',
  title: 'Беды по очереди под записью, с книгой подтверждённого',
  run: async () => {
    install()
    const root = mkdtempSync(join(tmpdir(), 'podmoga-faults-'))
    chmodSync(root, 0o755)
    const files = openDisk(join(root, 'files'), 1500)
    const rows = openDisk(join(root, 'rows'), 700)
    const database = openDatabase(join(root, 'rows'))
    const line = openLine()
    const env = {
      DATA_DIR: join(root, 'files'),
      DATABASE_URL: `postgres://app@127.0.0.1:${LINE_PORT}/app`,
      HOST: '127.0.0.1',
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      ACCESS_TOKEN_SECONDS: '259200',
    }
    const bed: Bed = {
      app: await startApp({ port: PORT, env }),
      restart: async (more = {}) => {
        bed.app = await startApp({ port: PORT, env: { ...env, ...more } })
      },
      ...{ database, line, files, rows },
    }
    try {
      const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
      const { answers, transport } = makeCounter()
      let stopped = false
      const always = { isOpen: () => true, opened: () => Promise.resolve() }
      const probe = await openCall(bed.app.url, CUSTOMERS[0])
      const writers: Promise<void>[] = []
      for (let at = 0; at < WRITERS; at++) {
        const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
        const call = await openCall(bed.app.url, customer, transport)
        writers.push(write(call, customer, { ledger, gate: always, stopped: () => stopped }))
      }
      const rowsOfTable: string[][] = []
      const acknowledged = () => ledger.ops.filter((op) => op.acknowledged).length
      for (const [name, play] of Object.entries(FAULTS)) {
        await pause(BETWEEN_MS)
        const [before, refused] = [acknowledged(), ledger.refused.length]
        await play(bed)
        const waited = await untilWritten(probe)
        rowsOfTable.push([
          name,
          show(waited, 1),
          show(acknowledged() - before),
          show(ledger.refused.length - refused),
        ])
        say(`${name}: ${show(waited, 1)} с`)
      }
      stopped = true
      await Promise.all(writers)
      const shown = new Map<string, Shown[]>()
      for (const customer of CUSTOMERS)
        await readBack(bed.app.url, await openCall(bed.app.url, customer), shown)
      const problems = judge(ledger, shown)
      const { findings } = await cleanReport(env)
      for (const problem of [
        ...problems,
        ...new Set(ledger.refused),
        ...findings.map((one) => `${one.kind}: ${one.detail}`),
      ])
        say(problem)
      const told = [...answers].sort().map(([what, times]) => `${what}: ${show(times)}`)
      return `${table(['Беда', 'после неё снова пишем, с', 'подтверждено за это время', 'отказано иначе, чем 503'], rowsOfTable)}

Подтверждено записей: ${show(acknowledged())}; **пропало, повторилось или испорчено: ${problems.length}**; находок doctor: ${findings.length}. Ответы: ${told.join(', ')}. Не играется здесь: пропажа питания (нужна машина), молчащее хранилище S3 и почта (\`files/dead-store.test.ts\`, \`profile/mail-queue\`).`
    } finally {
      await bed.app.kill()
      line.close()
      database.stop()
      files.close()
      rows.close()
      rmSync(root, { recursive: true, force: true })
    }
  },
}
