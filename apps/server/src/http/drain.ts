import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/** A connection accepted less than this long ago may carry a request that has not been read yet. */
const FIRST_WORD_MS = 1000

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown
  }
}

/** The first stage of a stop: requests are still served, but health checks tell the proxy to send new ones elsewhere. */
export interface Shutdown {
  isBegun: () => boolean
  /** From now on `/health/ready` returns 503, and each connection closes after its next response. `app.close()` calls it too. */
  begin: () => void
}

interface Connection {
  since: number
  /** The number of requests being served. */
  requests: number
  hasAsked: boolean
}

/**
 * Drains the connections of a stopping server in two stages. Once the shutdown has begun (`app.shutdown`), every connection
 * closes after its next response. When the server closes, idle connections are closed at once, connections that have never sent a
 * request after one second, and the others after their current response; without this, one silent connection would hold up the
 * stop. New requests are then refused with `unavailable`, except those to `/health/`. `before`: connections opened before the app
 * existed.
 */
export const drainConnections = (app: FastifyInstance, before: Iterable<Socket> = []): void => {
  let begun = false
  let closing = false
  const open = new Map<Socket, Connection>()
  app.decorate('shutdown', {
    isBegun: () => begun,
    begin: () => {
      begun = true
    },
  })

  const endSilent = (socket: Socket, since: number): void => {
    const end = () => {
      if (open.get(socket)?.hasAsked === false) socket.destroy()
    }
    const left = FIRST_WORD_MS - (performance.now() - since)
    if (left > 0) setTimeout(end, left).unref()
    else end()
  }
  const watch = (server: Server): void => {
    const take = (socket: Socket) => {
      const since = performance.now()
      open.set(socket, { since, requests: 0, hasAsked: false })
      socket.once('close', () => open.delete(socket))
      if (closing) endSilent(socket, since)
    }
    for (const socket of before) take(socket)
    server.on('connection', take)
  }
  watch(app.server)

  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    // An injected test request has no real socket.
    const connection = socket instanceof Socket ? open.get(socket) : undefined
    if (connection === undefined) return
    connection.requests += 1
    connection.hasAsked = true
    reply.raw.once('close', () => {
      connection.requests -= 1
      // The response is already in the kernel's buffer, so the client still receives all of it.
      if (begun && connection.requests <= 0) socket.destroySoon()
    })
  })
  app.addHook('onRequest', async (request, reply) => {
    if (closing && request.routeOptions.url?.startsWith('/health/') !== true)
      return sendRefusal(reply.header('connection', 'close'), refuse('unavailable'))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (begun && !reply.raw.headersSent) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    begun = true
    closing = true
    for (const [socket, { since, requests, hasAsked }] of open)
      if (!hasAsked) endSilent(socket, since)
      else if (requests <= 0) socket.destroy()
  })
}
