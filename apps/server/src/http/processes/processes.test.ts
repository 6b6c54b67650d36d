import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../db/testing-cluster.ts'
import { PACE, testingRoot } from '../../db/testing-root.ts'
import { TRY_AGAIN } from '../../failure.ts'
import { joinMetrics } from './prometheus.ts'

const METRICS_TOKEN = 'token-of-a-test'

let dir: string
let database: TestDatabase

beforeAll(async () => {
  dir = await mkdtemp(join(testingRoot(), 'podmoga-processes-'))
})
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())
afterAll(() => rm(dir, { recursive: true, force: true }))

const databaseUrl = (): string => {
  const { username, port, path = '', database: name } = database.connection
  return `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(dirname(path))}`
}

/** Starts the real server as two processes under a parent process. */
const start = (env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dir,
      DATABASE_URL: databaseUrl(),
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'none',
      PROCESSES: '2',
      METRICS_TOKEN,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  })
  const port = async () => {
    const found = () => / работает: http:\/\/localhost:(\d+)/.exec(text)?.[1]
    await expect.poll(found, { timeout: 60_000 * PACE }).toBeDefined()
    return Number(found())
  }
  return { child, messages, output: () => text, exited, port }
}

/** Returns a free port. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const ask = (port: number, path: string, agent?: Agent): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const sent = get({ port, path, host: '127.0.0.1', headers, agent: agent ?? false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text })).once('error', reject)
    })
    sent.once('error', reject)
  })

const childrenOf = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

test('two processes are one server: one port, one greeting, one text of metrics; a dead one comes back; a stop loses nothing', async () => {
  const wanted = await freePort()
  // Long enough that even on a slow machine the checks below finish before the stop does.
  const server = start({ SHUTDOWN_DELAY_SECONDS: '60', PORT: String(wanted) })
  // The port is open from the first moment and answers 503.
  const first_words = () => ask(wanted, '/health/ready').catch(() => null)
  await expect.poll(first_words, { interval: 10, timeout: 30_000 }).toMatchObject({ status: 503 })
  const port = await server.port()
  expect(server.messages).toEqual(['ready'])
  expect(server.output().match(/ работает: /g)).toHaveLength(1)
  // The setup link is printed once.
  await expect.poll(() => server.output().match(/Первая настройка/g)).toHaveLength(1)

  const metrics = async () => (await ask(port, '/metrics')).text
  const first = await metrics()
  expect([metricOf(first, 'podmoga_processes_wanted'), metricOf(first, 'podmoga_processes_up')]).toEqual([
    2, 2,
  ])
  // The processes share DATABASE_CONNECTIONS.
  for (const number of [1, 2])
    expect(metricOf(first, `podmoga_pool_connections_max\\{process="${number}"\\}`)).toBe(10)
  const served = /^http_request_duration_seconds_count\{process="(\d)",.*users\/profile/gm
  const servedBy = async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask(port, '/api/users/profile/')))
    return [...(await metrics()).matchAll(served)].map(([, number]) => number)
  }
  await expect.poll(servedBy).toEqual(['1', '2'])

  const before = childrenOf(server.child)
  process.kill(before[0] ?? 0, 'SIGKILL')
  for (let more = 0; more < 10; more += 1) expect((await ask(port, '/health/ready')).status).toBe(200)
  await expect
    .poll(
      async () => {
        // The restarting process must not receive requests while the other one can serve.
        expect((await ask(port, '/health/ready')).status).toBe(200)
        return metricOf(await metrics(), 'podmoga_processes_up')
      },
      { timeout: 60_000 },
    )
    .toBe(2)
  expect(server.output()).toContain('Процесс 1 сервера неожиданно остановился (сигнал SIGKILL).')
  expect(childrenOf(server.child)).toHaveLength(2)
  expect(server.messages).toEqual(['ready'])

  // Behaves like a proxy: keeps connections alive, and sends nothing new on a connection once it is told to close, or once the
  // server is not ready.
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  let stopped = false
  const answers: number[] = []
  const faults: unknown[] = []
  const asking = agents.map(async (agent) => {
    while (!stopped && faults.length === 0)
      await ask(port, '/api/users/profile/', agent).then(
        ({ status }) => answers.push(status),
        (error: unknown) => faults.push(error),
      )
  })
  await pause(300)
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await ask(port, '/health/ready')).status).toBe(503)
  const soFar = answers.length
  await expect.poll(() => answers.length > soFar + 20 || faults.length > 0).toBe(true)
  stopped = true
  await Promise.all(asking)
  for (const agent of agents) agent.destroy()
  expect([faults, new Set(answers)]).toEqual([[], new Set([401])])
  server.child.kill('SIGINT')
  await server.exited
  expect(server.child.exitCode).toBe(0)
})

test('a start that fails says why once, with the exit code of one process', async () => {
  const server = start({ DATABASE_URL: 'postgres://x@127.0.0.1:9/x' })
  await server.exited
  expect(server.messages).toEqual([
    { failure: expect.stringContaining('Сервер из DATABASE_URL не отвечает') },
  ])
  expect([server.child.exitCode, server.output()]).toEqual([TRY_AGAIN, ''])
}, 60_000)

test('processes end when whoever keeps them is killed', async () => {
  const server = start()
  await server.port()
  const pids = childrenOf(server.child)
  server.child.kill('SIGKILL')
  await server.exited
  const alive = () =>
    pids.filter((pid) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
  await expect.poll(alive).toEqual([])
})

test('metrics of two processes stand together by their names', () => {
  const of = (value: number) => `# HELP a Words.
# TYPE a gauge
a ${value}
# HELP b Words {of} 1.
# TYPE b histogram
b_bucket{le="+Inf",route="/x"} ${value}
b_sum{route="/x"} 1e-7`
  expect(joinMetrics(new Map([2, 1].map((number) => [number, of(number)])))).toBe(`# HELP a Words.
# TYPE a gauge
a{process="1"} 1
a{process="2"} 2
# HELP b Words {of} 1.
# TYPE b histogram
b_bucket{process="1",le="+Inf",route="/x"} 1
b_sum{process="1",route="/x"} 1e-7
b_bucket{process="2",le="+Inf",route="/x"} 2
b_sum{process="2",route="/x"} 1e-7`)
})
