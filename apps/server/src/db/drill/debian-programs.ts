// For drills: runs Debian's PostgreSQL and PgBouncer, and the whole server against them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const VERSION = readdirSync('/usr/lib/postgresql').sort().at(-1) ?? ''
export const BIN = `/usr/lib/postgresql/${VERSION}/bin`
export const root = mkdtempSync(join(tmpdir(), 'podmoga-drill-'))
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
chownSync(root, idOf('-u'), idOf('-g'))
chmodSync(root, 0o755)

export const asPostgres = (command: string, ...args: string[]): string =>
  execFileSync('runuser', ['-u', 'postgres', '--', command, ...args], {
    encoding: 'utf8',
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
export const fact = (name: string, holds: boolean, seen: unknown = ''): void => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${name}${holds ? '' : `: ${String(seen)}`}`)
  if (!holds) throw new Error(name)
}

export interface Cluster {
  dir: string
  port: number
  psql: (query: string, database?: string) => string
  start: () => void
  stop: (how?: 'fast' | 'immediate') => void
}
const clusters: Cluster[] = []
export const clusterAt = async (name: string): Promise<Cluster> => {
  const dir = join(root, name)
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${root}`
  const cluster: Cluster = {
    dir,
    port,
    psql: (query, database = 'app') =>
      asPostgres('psql', '-XAtq', '-h', root, '-p', String(port), '-d', database, '-c', query),
    start: () => {
      asPostgres(`${BIN}/pg_ctl`, '-w', '-s', '-D', dir, '-o', options, '-l', `${dir}.log`, 'start')
    },
    stop: (how = 'fast') => {
      asPostgres(`${BIN}/pg_ctl`, '-w', '-s', '-D', dir, '-m', how, 'stop')
    },
  }
  clusters.push(cluster)
  return cluster
}
export const urlTo = (...ports: number[]): string =>
  `postgres://app@${ports.map((port) => `127.0.0.1:${port}`).join()}/app`

export interface Served {
  url: string
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}
const children: ChildProcess[] = []
export const serve = async (env: Record<string, string>, data = 'data'): Promise<Served> => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(root, data),
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended }
}
export const statusOf = (url: string, init?: RequestInit): Promise<number> =>
  fetch(url, init).then(
    (answer) => answer.status,
    () => 0,
  )
export const becomes = async (
  what: () => Promise<number>,
  wanted: number,
  seconds: number,
): Promise<boolean> => {
  for (let left = seconds * 5; left > 0; left -= 1) {
    if ((await what()) === wanted) return true
    await pause(200)
  }
  return false
}
export const readyOf = (served: Served) => () => statusOf(`${served.url}/health/ready`)
export const stop = async (served: Served): Promise<void> => {
  served.child.kill('SIGTERM')
  await served.ended
}
export const refusedWith = async (
  name: string,
  words: string,
  env: Record<string, string>,
  exit_code = 1,
): Promise<void> => {
  const served = await serve(env)
  const code = await served.ended
  fact(`${name}: the start is refused in one sentence`, code === exit_code, code)
  const lines = served
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
  fact(
    `${name}: it says «${words}»`,
    lines.length === 1 && lines[0]?.includes(words) === true,
    served.output(),
  )
}

export const pgbouncer = async (mode: string, to: number): Promise<{ port: number; stop: () => void }> => {
  const port = await freePort()
  const file = join(root, `pgbouncer-${mode}.ini`)
  writeFileSync(
    file,
    `[databases]\napp = host=127.0.0.1 port=${to} user=app dbname=app pool_size=${mode === 'session' ? 30 : 5}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\nmax_client_conn = 200\n`,
  )
  const child = spawn('runuser', ['-u', 'postgres', '--', 'pgbouncer', file], {
    stdio: 'ignore',
    detached: true,
  })
  children.push(child)
  await pause(1000)
  return { port, stop: () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM') }
}

/** Stops and removes everything started here. */
export const endAll = (): void => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
  for (const cluster of clusters)
    try {
      cluster.stop('immediate')
    } catch {
      // already down
    }
  rmSync(root, { recursive: true, force: true })
}
