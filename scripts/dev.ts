// npm run dev: the server, restarted on every change of its files, and the three apps served by Vite, on one port.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { ROOT } from './files.ts'

const PORT = Number(process.env.PORT || 3000)
const HOST = '127.0.0.1'
/** How long a request waits for a restarting server. */
const RESTART_MS = 60_000

/** First segments of the server's own paths. */
const SERVED = /^\/(api|files|health|metrics|\.well-known)(\/|\?|$)/
const APPS = [
  { name: 'desk', base: '/desk/' },
  { name: 'intranet', base: '/intranet/' },
  { name: 'staff', base: '/' },
] as const

const freePort = async (): Promise<number> => {
  const probe = createTcp().listen(0, HOST)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port is free')
  return address.port
}

/** Whether the server is running: neither starting nor stopping. */
const answers = async (port: number): Promise<boolean> => {
  try {
    const answer = await fetch(`http://${HOST}:${port}/health/ready`)
    const { detail } = (await answer.json()) as { detail?: { server?: string } }
    return detail?.server === undefined
  } catch {
    return false
  }
}

/** Forwards a request to the server, waiting while it restarts. */
const hand = async (from: IncomingMessage, to: ServerResponse, port: number): Promise<void> => {
  const until = Date.now() + RESTART_MS
  while (!(await answers(port))) {
    if (Date.now() > until) {
      to.writeHead(502).end()
      return
    }
    await pause(100)
  }
  const { method, url: path, headers } = from
  const onward = request({ host: HOST, port, method, path, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(to)
  })
  onward.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end()))
  to.on('close', () => onward.destroy())
  from.pipe(onward)
}

const isPage = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && !/\.\w+$|\/@|\/node_modules\//.test(url.split('?')[0] ?? '')

const server_port = await freePort()
const front = createServer()
const apps = await Promise.all(
  APPS.map(async ({ name, base }) => ({
    base,
    root: join(ROOT, 'apps', name),
    vite: await createVite({
      root: join(ROOT, 'apps', name),
      configFile: join(ROOT, 'apps', name, 'vite.config.ts'),
      cacheDir: join(ROOT, 'node_modules/.cache/vite', name),
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: front } },
    }),
  })),
)

const page = async (app: { root: string; vite: ViteDevServer }, url: string, to: ServerResponse) => {
  const html = await readFile(join(app.root, 'index.html'), 'utf8')
  to.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    await app.vite.transformIndexHtml(url, html),
  )
}

front.on('request', (from, to) => {
  const url = from.url ?? '/'
  const broken = (error: unknown): void => {
    console.error(error)
    if (!to.headersSent) to.writeHead(500).end(String(error))
  }
  if (SERVED.test(url)) {
    hand(from, to, server_port).catch(broken)
    return
  }
  const first = url.startsWith('/setup') ? '/intranet/' : url
  const app = apps.find(({ base }) => first.startsWith(base) || `${first}/` === base)
  if (app === undefined) return
  if (isPage(from)) page(app, url, to).catch(broken)
  else app.vite.middlewares(from, to, () => to.writeHead(404).end())
})

// Takes the port first: if it is in use, the error leaves no child process behind.
front.listen(PORT)
try {
  await once(front, 'listening')
} catch (error) {
  console.error(
    `Порт ${PORT} занять не вышло (${(error as NodeJS.ErrnoException).code}): задайте другой — PORT=3001.`,
  )
  process.exit(1)
}

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    DEV_OUTBOX: process.env.DEV_OUTBOX ?? '1',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${PORT}`,
    HOST,
    PORT: String(server_port),
  },
})

console.log(`Разработка: http://localhost:${PORT} — сервер и три приложения перезагружаются сами.`)

const stop = async (): Promise<void> => {
  server.kill('SIGTERM')
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  await Promise.all(apps.map(({ vite }) => vite.close()))
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())
server.on('exit', (code) => process.exit(code ?? 1))
