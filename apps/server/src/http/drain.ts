import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/** A connection accepted this shortly before may carry a request that nobody has read yet. */
const FIRST_WORD_MS = 1000

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown
  }
}

/** The first stage of a stop: requests are still served, but whoever looks is told to send them elsewhere. */
export interface Shutdown {
  isBegun: () => boolean
  /** From now on `/health/ready` says 503, and each connection ends with its next answer. `app.close()` begins it too. */
  begin: () => void
}

interface Connection {
  since: number
  /** How many requests wait for their answers. */
  requests: number
  hasAsked: boolean
}

/**
 * Lets a stopping server go, in two stages. Once the shutdown has begun (`app.shutdown`), every connection ends with its
 * next answer. When the server closes, connections on which nothing is being asked end at once, those that never said
 * anything after a second; the others end with the answer that they wait for. Without this one silent connection holds
 * the stop. New requests are then refused with `unavailable`, but `/health/` answers. `before`: connections that are older
 * than the app.
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
    // A request that tests inject has no real socket.
    const connection = socket instanceof Socket ? open.get(socket) : undefined
    if (connection === undefined) return
    connection.requests += 1
    connection.hasAsked = true
    reply.raw.once('close', () => {
      connection.requests -= 1
      // Its answer has been handed to the system: what is still unread by the other side is not lost by this.
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
