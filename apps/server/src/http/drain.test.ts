import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getPublicSettings } from '@podmoga/contract/settings'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { openWorld, type TestWorld } from '../testing.ts'

let world: TestWorld
let port: number
let closing: Promise<void> | undefined

beforeEach(async () => {
  closing = undefined
  world = await openWorld()
  port = Number(new URL(await world.listen()).port)
})
afterEach(async () => {
  await closing
  await world.close()
})

const SETTINGS = `/api/${getPublicSettings.path}`

interface Line {
  socket: Socket
  /** Sends a request and resolves with the response. */
  ask: (path: string) => Promise<string>
  closed: Promise<unknown>
}

const dial = async (): Promise<Line> => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.setEncoding('utf8').on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    closed,
    ask: async (path) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return String(await once(socket, 'data'))
    },
  }
}

const isListening = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    onTestFinished(() => void socket.destroy())
  })

it('a shutdown that has begun: not ready at once, alive, still serving; each connection ends with its next answer', async () => {
  const kept = await dial()
  expect(await kept.ask(SETTINGS)).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is)
  expect(await (await dial()).ask('/health/ready')).toMatch(/^HTTP\/1\.1 200 /)

  world.app.shutdown.begin()
  expect(await isListening()).toBe(true)
  const ready = await (await dial()).ask('/health/ready')
  expect(ready).toMatch(/^HTTP\/1\.1 503 .*retry-after: .*"code":"unavailable".*Сервер останавливается/is)
  expect(await (await dial()).ask('/health/live')).toMatch(/^HTTP\/1\.1 200 /)

  expect(await kept.ask(SETTINGS)).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
  await kept.closed
  const later = await dial()
  expect(await later.ask(SETTINGS)).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
  await later.closed
})

it('a closing server: what is asked is answered, the listener is gone, an idle connection ends', async () => {
  const idle = await dial()
  await idle.ask(SETTINGS)
  const [late, probe, uploading] = [await dial(), await dial(), await dial()]
  uploading.socket.write(
    'POST /api/auth/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(uploading.socket, 'data')

  closing = world.app.close()
  await idle.closed
  // These connections were accepted just before the close, so their first request is still read.
  const refused = await late.ask(SETTINGS)
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*connection: close/is)
  expect(refused).toMatch(/retry-after: [1-9]/is)
  expect(await probe.ask('/health/live')).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
  await expect.poll(isListening).toBe(false)

  uploading.socket.write('{}')
  expect(String(await once(uploading.socket, 'data'))).toMatch(/^HTTP\/1\.1 400 .*connection: close/is)
  await Promise.all([late.closed, probe.closed, uploading.closed, closing])
})
