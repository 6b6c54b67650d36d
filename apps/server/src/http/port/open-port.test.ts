import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { drainConnections } from '../drain.ts'
import { type OpenPort, openPort } from './open-port.ts'

const HOST = '127.0.0.1'
const SETTINGS = { HOST, PORT: 0, BRAND: 'Касса & «Ко»', public_url: 'http://localhost', CORS_ORIGINS: '' }

/** Starts as `npm start` does: opens the port first, then builds the server. */
const openAndBuild = async () => {
  const open = await openPort(SETTINGS)
  const app = Fastify({ serverFactory: open.serverFactory, forceCloseConnections: 'idle' })
  drainConnections(app, open.connections)
  app.get('/*', async () => 'served')
  onTestFinished(() => app.close())
  return { app, ...addressOf(open), listen: () => app.listen({ host: HOST, port: 0 }) }
}
const addressOf = ({ server }: OpenPort) => {
  const { port } = server.address() as AddressInfo
  return { port, url: `http://${HOST}:${port}` }
}

test('while the server starts its port tells a program, a person and a probe each what they ask for', async () => {
  const { url } = await openAndBuild()
  const page = await fetch(`${url}/5/tickets?tab=open`, { headers: { accept: 'text/html,*/*' } })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const html = await page.text()
  expect(html).toContain('<html lang="ru">')
  expect(html).toContain('Касса &amp; «Ко»')
  expect(html).toMatch(/<meta http-equiv="refresh" content="\d+">/)

  for (const [path, init] of [
    ['/api/users/profile/', { headers: { accept: 'text/html' } }],
    ['/assets/main.js', {}],
    ['/', { method: 'POST', body: 'x'.repeat(100_000) }],
  ] as const) {
    const answer = await fetch(`${url}${path}`, init)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(await answer.json()).toEqual({
      code: 'unavailable',
      error: 'Сервер запускается. Попробуйте ещё раз через несколько секунд.',
    })
  }
  const ready = await fetch(`${url}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable', detail: { server: 'Сервер запускается.' } }),
  ])
  const live = await fetch(`${url}/health/live?probe=1`)
  expect([live.status, live.headers.get('retry-after'), await live.json()]).toEqual([200, '5', { ok: true }])
})

test('the server takes the port over without one connection refused or cut', async () => {
  const { app, port, url, listen } = await openAndBuild()
  const answers: string[] = []
  const faults: unknown[] = []
  let over = false
  const asking = Array.from({ length: 8 }, async () => {
    while (!over && faults.length === 0)
      await fetch(url)
        .then(async (answer) => answers.push(`${answer.status} ${answer.ok ? await answer.text() : ''}`))
        .catch((error: unknown) => faults.push(error))
  })
  // Connected before the server was built; the request is sent after.
  const early = connect(port, HOST)
  await once(early, 'connect')
  await pause(100)
  await listen()
  early.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [response] = (await once(early, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 200 /)
  const since = answers.length
  await expect.poll(() => answers.length).toBeGreaterThan(since + 20)
  over = true
  await Promise.all(asking)
  expect([faults, new Set(answers)]).toEqual([[], new Set(['503 ', '200 served'])])
  expect(answers.lastIndexOf('503 ')).toBeLessThan(since + 8)

  // A connection older than the server is closed together with it.
  const closed = once(early, 'close')
  const begun = performance.now()
  await app.close()
  await closed
  expect(performance.now() - begun).toBeLessThan(5000)
})

test('a connection that has never asked anything holds no stop, though it came before the server', async () => {
  const open = await openPort(SETTINGS)
  const silent = connect(addressOf(open).port, HOST)
  await once(silent, 'connect')
  await expect.poll(() => open.connections.size).toBe(1)
  const app = Fastify({ serverFactory: open.serverFactory, forceCloseConnections: 'idle' })
  drainConnections(app, open.connections)
  await app.listen({ host: HOST, port: 0 })
  const closed = once(silent, 'close')
  await app.close()
  await closed
})

test('«localhost» is every address that the machine has for it', async () => {
  const open = await openPort({ ...SETTINGS, HOST: 'localhost' }, async () => [
    { address: HOST },
    { address: '127.0.0.2' },
  ])
  const { port } = addressOf(open)
  onTestFinished(() => void open.server.close())
  for (const host of [HOST, '127.0.0.2'])
    expect((await fetch(`http://${host}:${port}/health/live`)).status).toBe(200)
})
