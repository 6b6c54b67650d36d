import { createHash, randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTcp, type Socket } from 'node:net'
import type { Config } from '../../config.ts'
import { escapeHtml } from '../escape-html.ts'
import { makeSafeHeaders, originsOf, type SafeHeaders } from '../headers.ts'
import { refusalBody, refuse } from '../refuse.ts'

/**
 * The length of the accept queue. After a restart all clients reconnect at once, and a client that finds the queue full retries
 * only after 1, 3, 7, 15 s: with Node's default of 511 that would be most of ten thousand. The kernel caps it at
 * `net.core.somaxconn` (4096).
 */
export const LISTEN_BACKLOG = 4096

export const HTTP_OPTIONS = { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requireHostHeader: false }
export const TIMEOUTS = {
  // Enough for a whole upload on a slow line; slow-bodies.ts and read-multipart.ts end requests that make no progress long
  // before.
  requestTimeout: 900_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 65_000,
}

/** A port that is open before the server behind it is built. */
export interface OpenPort {
  server: Server
  /** The open connections. */
  connections: ReadonlySet<Socket>
  /** What `scripts/hold-port.mjs` serves on the port between two starts. */
  place: { host: string; port: number; page: string; refusal: string; headers: Record<string, string> }
  /** For Fastify: from `listen` on, requests go to Fastify's own handler. */
  serverFactory: (handler: RequestListener) => Server
}

type Settings = Pick<Config, 'HOST' | 'PORT' | 'BRAND' | 'public_url' | 'CORS_ORIGINS'>

const STARTING = refuse('unavailable', {
  message: 'Сервер запускается. Попробуйте ещё раз через несколько секунд.',
})
const RETRY_AFTER = String(STARTING.retry_after)
/** In seconds. A first start takes some twenty seconds, any other one or two. */
const RELOAD_S = 2

const STYLE =
  ':root{color-scheme:light dark}body{max-width:32em;margin:20vh auto 0;padding:16px;font:17px/1.5 sans-serif}h1{font-size:26px;line-height:1.25}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const RELOAD = `<meta http-equiv="refresh" content="${RELOAD_S}">`

const pageOf = (brand: string, reload: string): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${escapeHtml(brand)}: запускается</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">${reload}` +
  `<style>${STYLE}</style></head><body><main><h1>${escapeHtml(brand)} запускается</h1>` +
  '<p>Обычно это несколько секунд, в самый первый раз — до минуты. Страница откроется сама.</p></main></body></html>'

/** Returns true for a browser's request for a page. */
const isPage = ({ method, headers }: IncomingMessage, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !path.startsWith('/api/') &&
  headers.accept?.includes('text/html') === true

/** Answers requests before the server is built. Closes the connection after each response. */
const makeStartingAnswer = ({ BRAND }: Settings, safeHeaders: SafeHeaders): RequestListener => {
  const page = pageOf(BRAND, RELOAD)
  const answerOf = (request: IncomingMessage): [status: number, type: string, body: string] => {
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/health/live') return [200, 'application/json', JSON.stringify({ ok: true })]
    if (isPage(request, path)) return [503, 'text/html', page]
    const detail = path === '/health/ready' ? { detail: { server: 'Сервер запускается.' } } : {}
    return [503, 'application/json', JSON.stringify({ ...refusalBody(STARTING), ...detail })]
  }
  return (request: IncomingMessage, response: ServerResponse) => {
    // An unhandled `error` event would end the process.
    request.on('error', () => undefined).resume()
    response.on('error', () => undefined)
    const [status, type, body] = answerOf(request)
    response
      .writeHead(status, {
        ...safeHeaders(randomUUID(), request.headers.origin),
        'content-type': `${type}; charset=utf-8`,
        'content-length': Buffer.byteLength(body),
        // /health/live too: an open page reads it while it waits for the server (packages/web/src/connectivity.ts).
        'retry-after': RETRY_AFTER,
        ...(type === 'text/html' && { 'content-security-policy': POLICY }),
        connection: 'close',
      })
      .end(body)
  }
}

/** Listens on the other addresses of `localhost` too; an address that cannot be bound is skipped. */
const listenBeside = async (server: Server, port: number, lookUp: typeof addressesOf): Promise<void> => {
  const taken = server.address()
  const own = typeof taken === 'object' ? taken?.address : ''
  for (const { address } of await lookUp('localhost')) {
    if (address === own) continue
    const beside = createTcp((socket) => server.emit('connection', socket))
    beside.on('error', () => undefined).listen({ host: address, port, backlog: LISTEN_BACKLOG })
    server.once('close', () => beside.close())
  }
}
const addressesOf = (host: string): Promise<{ address: string }[]> =>
  lookup(host, { all: true }).catch(() => [])

/**
 * Opens the port at once. Until the server is built, every request is answered with 503 and `Retry-After`; browsers get a page
 * that reloads itself. Throws the errors of `listen`.
 */
export const openPort = async (settings: Settings, lookUp = addressesOf): Promise<OpenPort> => {
  const { public_url, CORS_ORIGINS } = settings
  const safeHeaders = makeSafeHeaders({ public_url, origins: originsOf(CORS_ORIGINS) })
  const answer = makeStartingAnswer(settings, safeHeaders)
  const server = createServer(HTTP_OPTIONS, answer)
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const { HOST: host, PORT } = settings
  server.listen({ host, port: PORT, backlog: LISTEN_BACKLOG })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : PORT
  if (host === 'localhost') await listenBeside(server, port, lookUp)
  const serverFactory = (handler: RequestListener): Server => {
    const { requestTimeout, connectionTimeout, keepAliveTimeout } = TIMEOUTS
    Object.assign(server, { requestTimeout, keepAliveTimeout }).setTimeout(connectionTimeout)
    server.listen = () => {
      server.off('request', answer).on('request', handler)
      process.nextTick(() => server.emit('listening'))
      return server
    }
    return server
  }
  const place = {
    host,
    port,
    page: pageOf(settings.BRAND, ''),
    refusal: JSON.stringify(refusalBody(STARTING)),
    headers: { ...safeHeaders(randomUUID(), undefined), 'content-security-policy': POLICY },
  }
  return { server, connections, place, serverFactory }
}
