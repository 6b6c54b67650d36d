import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/**
 * Lets a stopping server go: connections on which nothing is being asked end at once, also those that never said
 * anything; the others end with the answer that they wait for. Without this one silent connection holds the stop.
 * New requests are refused with `unavailable`.
 */
export const drainConnections = (app: FastifyInstance): void => {
  let draining = false
  const busy = new Map<Socket, number>()

  const watch = (server: Server): void => {
    server.on('connection', (socket: Socket) => {
      busy.set(socket, 0)
      socket.once('close', () => busy.delete(socket))
      if (draining) socket.destroy()
    })
  }
  watch(app.server)

  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    // A request that tests inject has no real socket.
    if (!(socket instanceof Socket)) return
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    reply.raw.once('close', () => {
      const left = (busy.get(socket) ?? 1) - 1
      if (!socket.destroyed) busy.set(socket, left)
      // Its answer has been handed to the system: what is still unread by the other side is not lost by this.
      if (draining && left <= 0) socket.destroySoon()
    })
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) return sendRefusal(reply.header('connection', 'close'), refuse('unavailable'))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (draining && !reply.raw.headersSent) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    draining = true
    for (const [socket, requests] of busy) if (requests <= 0) socket.destroy()
  })
}
