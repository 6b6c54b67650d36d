import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/** How many headers of that name came: Node itself keeps the first of several `Host` and says nothing. */
const countOf = (name: string, raw: readonly string[]): number => {
  let count = 0
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.length === name.length && raw[at]?.toLowerCase() === name) count += 1
  return count
}

/**
 * What breaks on one connection stays on it: an `error` of a request or an answer that nobody listens to would end the
 * process. And a request says once which host it wants: a proxy and we could otherwise read two different ones. (Node would
 * refuse one that names none without our headers.)
 */
export const guardConnections = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const note = (error: Error): void => request.log.info({ err: error }, 'connection broke')
    request.raw.on('error', note)
    // A request that tests inject has an answer without a socket, but with the same events.
    reply.raw.on('error', note)
    const hosts = countOf('host', request.raw.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1'))
      return sendRefusal(reply.header('connection', 'close'), refuse('bad_request'))
  })
}
