import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOutsideFetch } from './outside-fetch.ts'

let port = 0
const server = createServer((request, reply) => {
  if (request.url === '/there') reply.writeHead(302, { location: `http://localhost:${port}/here` }).end()
  else if (request.url === '/large') reply.end('x'.repeat(5000))
  else if (request.url === '/slow') reply.write('x')
  else {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => reply.writeHead(201, { 'x-said': 'yes' }).end(`${request.method} ${body}`))
  }
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const LIMITS = { deadline_ms: 500, bytes_max: 1000 }
const guarded = makeOutsideFetch({ inside: [], ...LIMITS })

describe('an address that somebody typed', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
  ])('%s is not asked', async (url) => {
    await expect(guarded(url, {})).rejects.toMatchObject({ kind: 'inside' })
  })

  test('a name that leads inside is not asked, nor anything in clear', async () => {
    await expect(guarded(`https://localhost:${port}/`, {})).rejects.toMatchObject({ kind: 'inside' })
    await expect(guarded(`http://localhost:${port}/`, {})).rejects.toMatchObject({ kind: 'not_https' })
    for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd'])
      await expect(guarded(url, {})).rejects.toMatchObject({ kind: 'not_https' })
  })

  test('what the installation allows is asked, in clear too, and no other port or name with it', async () => {
    const allowing = makeOutsideFetch({ inside: [`localhost:${port}`], ...LIMITS })
    const answer = await allowing(`http://localhost:${port}/`, { method: 'POST', body: 'a=1' })
    expect([answer.status, answer.headers.get('x-said'), await answer.text()]).toEqual([
      201,
      'yes',
      'POST a=1',
    ])
    await expect(allowing(`http://127.0.0.1:${port}/`, {})).rejects.toMatchObject({ kind: 'not_https' })
    await expect(allowing('http://localhost:1/', {})).rejects.toMatchObject({ kind: 'not_https' })
  })

  test('no redirect is followed, and nothing is waited for or read without end', async () => {
    const allowing = makeOutsideFetch({ inside: ['localhost'], ...LIMITS })
    expect((await allowing(`http://localhost:${port}/there`, {})).status).toBe(302)
    await expect(allowing(`http://localhost:${port}/large`, {})).rejects.toMatchObject({ kind: 'too_large' })
    await expect(allowing(`http://localhost:${port}/slow`, {})).rejects.toMatchObject({ kind: 'too_slow' })
  })
})
