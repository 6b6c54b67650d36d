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
 * How many connections may wait to be taken. After a restart everybody comes at once, and whoever finds no room tries again
 * after 1, 3, 7, 15 s only: of Node's own 511 most of ten thousand. The kernel gives `net.core.somaxconn` (4096) at most.
 */
export const LISTEN_BACKLOG = 4096

export const HTTP_OPTIONS = { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requireHostHeader: false }
export const TIMEOUTS = {
  // A whole upload on a slow line; slow-bodies.ts and read-multipart.ts end what makes no progress long before.
  requestTimeout: 900_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 65_000,
}

/** A port that is open before the server behind it is built. */
export interface OpenPort {
  server: Server
  /** Those that are open now. */
  connections: ReadonlySet<Socket>
  /** What `scripts/hold-port.mjs` says there between two starts. */
  place: { host: string; port: number; page: string; refusal: string; headers: Record<string, string> }
  /** For Fastify, whose `listen` then asks its own handler from that moment on. */
  serverFactory: (handler: RequestListener) => Server
}

type Settings = Pick<Config, 'HOST' | 'PORT' | 'BRAND' | 'public_url' | 'CORS_ORIGINS'>

const STARTING = refuse('unavailable', {
  message: 'Сервер запускается. Попробуйте ещё раз через несколько секунд.',
})
const RETRY_AFTER = String(STARTING.retry_after)
/** A first start takes some twenty seconds, every other one or two. */
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

/** A person's own request for a page. */
const isPage = ({ method, headers }: IncomingMessage, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !path.startsWith('/api/') &&
  headers.accept?.includes('text/html') === true

/** Answers for the server that is not built yet; nothing is kept open behind an answer. */
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
    // What breaks on one connection stays on it.
    request.on('error', () => undefined).resume()
    response.on('error', () => undefined)
    const [status, type, body] = answerOf(request)
    response
      .writeHead(status, {
        ...safeHeaders(randomUUID(), request.headers.origin),
        'content-type': `${type}; charset=utf-8`,
        'content-length': Buffer.byteLength(body),
        // Also of /health/live: an open page waits for the server (packages/web/src/connectivity.ts).
        'retry-after': RETRY_AFTER,
        ...(type === 'text/html' && { 'content-security-policy': POLICY }),
        connection: 'close',
      })
      .end(body)
  }
}

/** The other addresses of `localhost`; a machine that cannot take one goes without it. */
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
 * Opens the port at once, and answers everybody that the server is starting until it is: 503 with `Retry-After`, a page that
 * comes back by itself to a person. Throws what listening throws.
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
