// Answers on the server's port between two starts. Must run on Node 20: see run.mjs.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

/** Time from a start to its open port, with a margin: a client that retries earlier would be refused. */
const OPENS_S = 2

/**
 * Answers with `Retry-After`, as the server does while it starts; a browser gets a page that reloads itself.
 * @param place the port as the server has reported it (apps/server/src/http/port/open-port.ts).
 * @param pause_s seconds until the next start.
 * @returns a function that releases the port; settles once it is free.
 */
export const holdPort = ({ host, port, page, refusal, headers }, pause_s) => {
  const until = Date.now() + pause_s * 1000
  const server = createServer((request, response) => {
    const wait = String(Math.max(0, Math.ceil((until - Date.now()) / 1000)) + OPENS_S)
    const isPage = !request.url?.startsWith('/api/') && request.headers.accept?.includes('text/html') === true
    response.writeHead(503, {
      ...headers,
      'x-request-id': randomUUID(),
      'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      'retry-after': wait,
      ...(isPage && { refresh: wait }),
      connection: 'close',
    })
    response.end(isPage ? page : refusal)
  })
  // Another process has the port: the next start reports it.
  server.on('error', () => {})
  server.listen({ host, port })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
