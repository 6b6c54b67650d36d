// Answers on the port of a server that is between two starts. Only what Node 20 knows: see run.mjs.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

/** From a start to its open port, and some more: whoever comes back earlier would be refused. */
const OPENS_S = 2

/**
 * Tells everybody when to come back, as the server does while it starts: a person by a page that comes back by itself.
 * @param place what the server has said of its port (apps/server/src/http/port/open-port.ts).
 * @param pause_s until the next start.
 * @returns how to let the port go; settles once it is free.
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
  // Somebody else has it: the next start will say so.
  server.on('error', () => {})
  server.listen({ host, port })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
