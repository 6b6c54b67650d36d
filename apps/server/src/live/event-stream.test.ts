import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guardConnections } from '../http/connection-guard.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

const BIG = 'x'.repeat(60_000)

let app: FastifyInstance
let port: number
let opened: (stream: EventStream) => void

beforeAll(async () => {
  app = Fastify()
  guardConnections(app)
  app.get('/stream', async (_request, reply) => {
    opened(openEventStream(reply))
    return reply
  })
  app.get('/broken', async (_request, reply) => {
    reply.hijack()
    reply.raw.end('done')
    reply.raw.write('too late')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const ask = (path: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

/** A stream whose reader never reads, filled until the last event cannot leave the server. */
const standingStill = async () => {
  const stream = new Promise<EventStream>((resolve) => {
    opened = resolve
  })
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const reader = ask('/stream').pause()
  const [socket] = await connected
  const open = await stream
  while (socket.writableLength < 300_000 && !open.closed) {
    open.send({ name: 'unread', data: BIG })
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { open, reader, socket }
}

it('writes nothing after its end, even with a stalled reader, and then disconnects it', async () => {
  const { open, reader, socket } = await standingStill()
  let closings = 0
  open.onClose(() => {
    closings += 1
  })
  const gone = once(socket, 'close')
  open.close()
  // `onClose` has already run: the owner no longer counts on the stream.
  expect([open.closed, closings]).toEqual([true, 1])
  open.send({ name: 'end', data: { reason: 'access_ended' } })
  open.beat()
  open.close()
  await gone
  expect(closings).toBe(1)
  reader.destroy()
})

it('calls a close listener that is added after the close', async () => {
  const { open, reader } = await standingStill()
  open.close()
  let isCalled = false
  open.onClose(() => {
    isCalled = true
  })
  expect(isCalled).toBe(true)
  reader.destroy()
})

it('an error of one answer stays on its connection', async () => {
  const socket = ask('/broken')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  await expect.poll(() => text).toContain('done')
  socket.destroy()
  const other = await app.inject('/nothing')
  expect(other.statusCode).toBe(404)
})
