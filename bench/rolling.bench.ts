import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '../apps/server/src/db/open.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { type Bench, say } from './bench.ts'
import { cleanReport } from './crash.bench.ts'
import { makeCounter } from './lib/counting-transport.ts'
import { judge, readBack, type Shown } from './lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, write } from './lib/crash-writers.ts'
import { show } from './lib/numbers.ts'
import { table } from './report.ts'

const WRITERS = 30
const PORTS = [5482, 5483] as const
const PROXY_PORT = 5484
/** Milliseconds between two restarts, while both servers work. */
const BETWEEN_MS = 1000

/** The proxy in front of the servers: nginx with its defaults, and the configurations of docs/operations/proxy.md. */
const SETUPS = [
  { name: 'nginx как есть', program: 'nginx', server: '', location: '' },
  {
    name: 'nginx по docs/operations/proxy.md',
    program: 'nginx',
    server: ' max_fails=0',
    location: `proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_next_upstream error timeout http_503 non_idempotent;
      proxy_next_upstream_tries 2;`,
  },
  { name: 'Caddy по docs/operations/proxy.md', program: 'caddy', server: '', location: '' },
] as const
type Setup = (typeof SETUPS)[number]

const caddyfile = `{
  admin off
  auto_https off
}
http://localhost:${PROXY_PORT} {
  reverse_proxy ${PORTS.map((port) => `127.0.0.1:${port}`).join(' ')} {
    health_uri /health/ready
    health_interval 1s
    health_timeout 2s
    lb_try_duration 5s
  }
}
`

const nginxConf = ({ server, location }: Setup, dir: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_max_body_size 64m;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join('\n  ')}
  upstream podmoga {
    ${PORTS.map((port) => `server 127.0.0.1:${port}${server};`).join('\n    ')}
    ${location === '' ? '' : 'keepalive 32;'}
  }
  server {
    listen 127.0.0.1:${PROXY_PORT};
    location / {
      proxy_pass http://podmoga;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      ${location}
    }
  }
}
`

const isInstalled = (program: string, flag: string): boolean =>
  spawnSync(program, [flag], { stdio: 'ignore' }).status === 0

const startProxy = async (setup: Setup) => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-proxy-'))
  const file = join(dir, setup.program === 'nginx' ? 'nginx.conf' : 'Caddyfile')
  await writeFile(file, setup.program === 'nginx' ? nginxConf(setup, dir) : caddyfile)
  const args =
    setup.program === 'nginx' ? ['-p', dir, '-c', file] : ['run', '--config', file, '--adapter', 'caddyfile']
  const child = spawn(setup.program, args, {
    stdio: ['ignore', 'ignore', setup.program === 'nginx' ? 'inherit' : 'ignore'],
    env: { ...process.env, HOME: dir },
  })
  process.once('exit', () => child.kill())
  const url = `http://localhost:${PROXY_PORT}`
  while ((await fetch(`${url}/health/live`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${setup.program} ended with ${child.exitCode}`)
    await pause(20)
  }
  return {
    url,
    stop: async () => {
      child.kill(setup.program === 'nginx' ? 'SIGQUIT' : 'SIGTERM')
      await once(child, 'exit')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const addressOf = ({ connection }: Database): string =>
  `postgres://${connection.username}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`

/** Restarts each server in turn, `rounds` times, under writes through the proxy. */
const roll = async (setup: Setup, env: Record<string, string>, rounds: number) => {
  const start = (port: number): Promise<AppProcess> => startApp({ port, env })
  // Sequentially: the first server fills the base.
  const apps = [await start(PORTS[0]), await start(PORTS[1])]
  const proxy = await startProxy(setup)
  const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
  const { answers, transport } = makeCounter()
  let stopped = false
  const always = { isOpen: () => true, opened: () => Promise.resolve() }
  const writers: Promise<void>[] = []
  for (let at = 0; at < WRITERS; at++) {
    const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
    const call = await openCall(proxy.url, customer, transport)
    writers.push(write(call, customer, { ledger, gate: always, stopped: () => stopped }))
  }
  for (let round = 0; round < rounds; round++)
    for (const [at, port] of PORTS.entries()) {
      await pause(BETWEEN_MS)
      await apps[at]?.end()
      apps[at] = await start(port)
      say(`${setup.name}: перезапуск ${round * PORTS.length + at + 1}, ${show(ledger.ops.length)} записей`)
    }
  stopped = true
  await Promise.all(writers)
  const shown = new Map<string, Shown[]>()
  await proxy.stop()
  const direct = `http://localhost:${PORTS[0]}`
  for (const customer of CUSTOMERS) await readBack(direct, await openCall(direct, customer), shown)
  await Promise.all(apps.map((app) => app.end()))
  // Judges only the writes of this run.
  const known = new Set(ledger.ops.map(({ id }) => id))
  const own = new Map([...shown].filter(([id]) => known.has(id)))
  return { answers, problems: [...judge(ledger, own), ...ledger.refused], ledger }
}

/** Restarts two servers behind a proxy one after the other under writes, and counts failed requests. */
export const rolling: Bench = {
  name: 'rolling',
  title: 'Перезапуск по очереди двух серверов за прокси под записью',
  run: async ({ kills }) => {
    if (!isInstalled('nginx', '-v')) throw new Error('Нужен nginx: apt-get install nginx.')
    const setups = SETUPS.filter(({ program }) => program === 'nginx' || isInstalled(program, 'version'))
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-rolling-'))
    const database = await openDatabase({ dataDir: dir, log: () => undefined })
    const env = {
      DATA_DIR: dir,
      DATABASE_URL: addressOf(database),
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'fatal',
      ACCESS_TOKEN_SECONDS: '86400',
    }
    const rounds = Math.max(1, Math.round(kills / PORTS.length))
    const rows: string[][] = []
    try {
      for (const setup of setups) {
        const { answers, problems, ledger } = await roll(setup, env, rounds)
        for (const problem of problems) say(problem)
        say(`${setup.name}: ${JSON.stringify(Object.fromEntries(answers))}`)
        const total = [...answers.values()].reduce((sum, one) => sum + one, 0)
        const failed = total - (answers.get('200') ?? 0)
        const kinds = [...answers].filter(([what]) => what !== '200').sort()
        rows.push([
          setup.name,
          show(rounds * PORTS.length),
          show(total),
          `**${show(failed)}** (${show((100 * failed) / total, 2)} %)`,
          kinds.map(([what, times]) => `${what}: ${show(times)}`).join(', ') || '—',
          show(ledger.ops.filter(({ acknowledged }) => acknowledged).length),
          `**${show(problems.length)}**`,
        ])
      }
      const { findings } = await cleanReport(env)
      for (const { kind, detail } of findings) say(`${kind}: ${detail}`)
      return `${table(
        [
          'Перед серверами',
          'перезапусков',
          'запросов',
          'неудач',
          'какие',
          'подтверждённых записей',
          'пропало, повторилось, не те файлы',
        ],
        rows,
      )}

Писателей ${WRITERS}, те же, что у crash; серверы перезапускает SIGTERM, один за другим, следующий — когда прежний снова готов. Находки \`doctor\` после уборки: ${findings.length}.`
    } finally {
      await database.stop()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
