import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSql } from '@podmoga/sql/sql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { freshDatabase, type TestDatabase } from './db/testing-cluster.ts'
import { PACE, testingRoot } from './db/testing-root.ts'
import { TRY_AGAIN } from './failure.ts'
import { startTestS3 } from './ports/testing-s3.ts'

/** Far below the 20 s allowed for requests in flight, far above what a busy machine needs. */
const AT_ONCE_MS = 12_000

let s3: Awaited<ReturnType<typeof startTestS3>>
let dir: string
let database: TestDatabase

beforeAll(async () => {
  s3 = await startTestS3()
  dir = await mkdtemp(join(testingRoot(), 'podmoga-main-'))
})
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  s3.faults.clear()
  s3.waiting.length = 0
  await database.drop()
})
afterAll(async () => {
  await s3.close()
  await rm(dir, { recursive: true, force: true })
})

const s3Env = () => ({
  S3_ENDPOINT: s3.settings.endpoint,
  S3_BUCKET: s3.settings.bucket,
  S3_ACCESS_KEY_ID: s3.settings.credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.credentials.secretAccessKey,
})

const databaseUrl = (): string => {
  const { username, port, path = '', database: name } = database.connection
  return `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(dirname(path))}`
}

interface Running {
  child: ChildProcess
  port: number
  output: () => string
  /** Messages sent to the parent process. */
  messages: unknown[]
  exited: Promise<unknown>
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

/** Returns the distinct readiness states of a port, from its first answer until it is ready. */
const readinessOf = async (port: number): Promise<(number | 'refused')[]> => {
  const states: (number | 'refused')[] = []
  for (
    const until = Date.now() + 60_000 * PACE;
    states.at(-1) !== 200 && Date.now() < until;
    await pause(10)
  ) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    const state = answer?.status ?? 'refused'
    if (state !== states.at(-1) && (answer !== null || states.length > 0)) states.push(state)
  }
  return states
}

/** Starts the real server as a process; resolves when it is ready or has exited. */
const start = async (env: Record<string, string>, manager?: 'ipc'): Promise<Running> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dir,
      DATABASE_URL: databaseUrl(),
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(manager === undefined ? [] : [manager])],
  })
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  let text = ''
  // After this side closes the IPC channel, the child never emits `close`.
  const exited = once(child, manager === undefined ? 'close' : 'exit')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
  })
  const greeted = new Promise<number>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk
        const found = / работает: http:\/\/localhost:(\d+)/.exec(text)
        if (found !== null) resolve(Number(found[1]))
      })
  })
  const port = await Promise.race([greeted, exited.then(() => 0)])
  return { child, port, output: () => text, messages, exited }
}

const dial = async (port: number, bytes: string): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends SIGTERM; returns the milliseconds until the exit. */
const stop = async ({ child, exited }: Running): Promise<number> => {
  const begun = performance.now()
  child.kill('SIGTERM')
  await exited
  return performance.now() - begun
}

describe('SIGTERM', () => {
  it('waits neither for silent connections nor for a store that hangs, under a request or a sweep', async () => {
    const sql = openSql(database.connection, 1)
    await sql`insert into stored_files (key, size, sha256, created_at)
      values ('aa/aa000000-0000-4000-8000-000000000000', 1, '', now() - interval '1 day')`
    await sql.end()
    s3.faults.set('DELETE', 'hangs')
    const server = await start(s3Env())
    await expect.poll(() => s3.waiting.join()).toContain('DELETE')
    s3.faults.set('*', 'hangs')
    await dial(server.port, '')
    await dial(server.port, 'GET /health/live HTTP/1.1\r\n')
    const kept = await dial(server.port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(kept, 'data')
    // In flight during the stop, on a keep-alive connection.
    const asking = await dial(server.port, 'GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n')
    let answer = ''
    asking.on('data', (chunk) => {
      answer += chunk
    })
    await expect.poll(() => s3.waiting).toHaveLength(2)
    expect(await stop(server)).toBeLessThan(AT_ONCE_MS)
    expect(server.child.exitCode).toBe(0)
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('first makes the server not ready, while it serves on; Ctrl-C does not wait', async () => {
    const server = await start({ SHUTDOWN_DELAY_SECONDS: '60' })
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
      return { status: answer.status, connection: answer.headers.get('connection') }
    }
    await expect.poll(() => ask('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' })
    server.child.kill('SIGTERM')
    await expect.poll(() => ask('/health/ready')).toEqual({ status: 503, connection: 'close' })
    expect(await ask('/health/live')).toEqual({ status: 200, connection: 'close' })
    expect(await ask('/api/users/countries/')).toEqual({ status: 401, connection: 'close' })
    const begun = performance.now()
    server.child.kill('SIGINT')
    await server.exited
    expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
    expect(server.child.exitCode).toBe(0)
  })

  it('is no failed start while the first setup is still being offered', async () => {
    const sql = openSql(database.connection, 2)
    const server = await sql.begin(async (tx) => {
      // On a busy machine the start takes longer than the idle timeout of a transaction.
      await tx`set local idle_in_transaction_session_timeout = 0`
      await tx`lock table setup_keys`
      const started = await start({ SHUTDOWN_DELAY_SECONDS: '5' })
      // Queried outside the transaction, in which pg_stat_activity is a fixed snapshot.
      const waiting = () => sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(1)
      started.child.kill('SIGTERM')
      const ready = async () => (await fetch(`http://127.0.0.1:${started.port}/health/ready`)).status
      await expect.poll(ready).toBe(503)
      for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`
      await started.exited
      return started
    })
    await sql.end()
    expect([server.child.exitCode, server.output()]).toEqual([0, expect.not.stringContaining('Повторите')])
  })

  it('ends an upload that does not come to its end', async () => {
    const server = await start({})
    const upload = await dial(
      server.port,
      'POST /api/auth/sign-in/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
    )
    await once(upload, 'data')
    const drip = setInterval(() => upload.write('{'), 300)
    onTestFinished(() => clearInterval(drip))
    expect(await stop(server)).toBeLessThan(30_000)
    expect(server.child.exitCode).toBe(0)
  })
})

/** What the parent process serves on the port between two starts. */
const PLACE = { place: expect.objectContaining({ host: '127.0.0.1' }) }

describe('the start', () => {
  it.each(['none', 'demo'])('SEED=%s: says that the bucket is missing, in one Russian line', async (SEED) => {
    s3.faults.set('*', 'no bucket')
    const server = await start({ ...s3Env(), SEED })
    expect([server.port, server.child.exitCode]).toEqual([0, 1])
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
    expect(lines).toEqual([
      'В хранилище S3 нет корзины «podmoga». Создайте её или исправьте S3_BUCKET или S3_ENDPOINT.',
    ])
  })

  it('goes on without a store that is only away, and is not ready; ends when whoever keeps it running is gone', async () => {
    s3.faults.set('*', 500)
    // The shutdown delay must be skipped: the next start waits for the port.
    const server = await start({ ...s3Env(), SHUTDOWN_DELAY_SECONDS: '60' }, 'ipc')
    const url = `http://127.0.0.1:${server.port}/health/ready`
    const away = await fetch(url)
    expect([away.status, await away.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
    s3.faults.clear()
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
    await expect.poll(() => server.messages).toEqual([PLACE, 'ready'])
    const begun = performance.now()
    server.child.disconnect()
    await server.exited
    expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
    expect([server.messages, server.child.exitCode]).toEqual([[PLACE, 'ready'], 0])
  })

  it('ends as a failure when the store that comes back is another, and tells its keeper why', async () => {
    const sql = openSql(database.connection, 1)
    await sql`insert into installation_marks (name, value) values ('file_store', 'another')`
    await sql.end()
    s3.faults.set('*', 500)
    const server = await start(s3Env(), 'ipc')
    s3.faults.clear()
    await server.exited
    // The text depends on whether the bucket was used before: it has another mark, or none.
    expect(server.messages).toEqual([
      PLACE,
      'ready',
      { failure: expect.stringContaining('не то, с которым работала эта база') },
    ])
    expect(server.child.exitCode).toBe(1)
  })

  it('with a demo to be written and a store that is away, says so in one line and may be tried again', async () => {
    s3.faults.set('*', 500)
    const server = await start({ ...s3Env(), SEED: 'demo' })
    expect([server.port, server.child.exitCode]).toEqual([0, TRY_AGAIN])
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
    expect(lines).toEqual(['Хранилище S3 не отвечает как должно (500).'])
  })

  it('tells whoever keeps it running why it fails, and whether to try again', async () => {
    const nobody = await freePort()
    const server = await start({ DATABASE_URL: `postgres://x@127.0.0.1:${nobody}/x` }, 'ipc')
    await expect
      .poll(() => server.messages)
      .toEqual([PLACE, { failure: expect.stringContaining('Сервер из DATABASE_URL не отвечает') }])
    expect([server.child.exitCode, server.output()]).toEqual([TRY_AGAIN, ''])
  })
})

describe('while its own database starts', () => {
  /** Runs `code` in the process when it loads the rest of the server. */
  const whenLoaded = (code: string) => {
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ load: (url, context, next) => {
        if (url.endsWith('/run-server.ts')) { ${code} }
        return next(url, context)
      } })`
    return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hook)}"` }
  }
  const own = { DATABASE_URL: '', SECRETS_FILE: '' }
  const isRunning = () => existsSync(join(dir, 'pg/postmaster.pid'))

  it('a server that cannot be loaded, or is told to stop, leaves no database behind', async () => {
    const broken = await start({ ...own, ...whenLoaded(`throw new Error('no such module')`) })
    expect([broken.port, broken.child.exitCode]).toEqual([0, 1])
    expect(broken.output()).toContain('no such module')
    expect([existsSync(join(dir, 'pg/PG_VERSION')), isRunning()]).toEqual([true, false])

    const stopped = await start({ ...own, ...whenLoaded(`process.kill(process.pid, 'SIGTERM')`) })
    expect([stopped.port, stopped.child.signalCode]).toEqual([0, 'SIGTERM'])
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(false)

    const port = await freePort()
    const states = readinessOf(port)
    const next = await start({ ...own, PORT: String(port) })
    expect(await states).toEqual([503, 200])
    expect([next.port > 0, isRunning()]).toEqual([true, true])

    const second = await start({ ...own, PORT: String(next.port) })
    expect([second.port, second.child.exitCode]).toEqual([0, 1])
    expect(second.output()).toMatch(
      new RegExp(
        `^Порт ${next.port} занят: приложение с папкой данных .* уже запущено \\(процесс ${next.child.pid}\\)`,
      ),
    )
    await stop(next)
    expect([next.child.exitCode, isRunning()]).toEqual([0, false])
  })
})
