import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/** Returns how many headers have that name. Node itself silently keeps the first of several `Host` headers. */
const countOf = (name: string, raw: readonly string[]): number => {
  let count = 0
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.length === name.length && raw[at]?.toLowerCase() === name) count += 1
  return count
}

/**
 * Contains connection errors: an unhandled `error` event of a request or a response would end the process. Also requires exactly
 * one `Host` header: otherwise a proxy and this server could each read a different host. (Node would refuse a request without
 * one, but without our headers.)
 */
export const guardConnections = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const note = (error: Error): void => request.log.info({ err: error }, 'connection broke')
    request.raw.on('error', note)
    // An injected test request has a response without a socket, but with the same events.
    reply.raw.on('error', note)
    const hosts = countOf('host', request.raw.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1'))
      return sendRefusal(reply.header('connection', 'close'), refuse('bad_request'))
  })
}
