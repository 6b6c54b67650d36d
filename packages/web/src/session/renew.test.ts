import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const answers: (() => Response)[] = []
const page = {
  cookie: '',
  hidden: false,
  getElementById: () => null,
  addEventListener: () => undefined,
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (sub: string, seconds: number): string => {
  const now = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'none' })}.${part({ sub, iat: now, exp: now + seconds })}.x`
}

const open = async (access_token: string) => {
  page.cookie = `user_tokens=${encodeURIComponent(JSON.stringify({ access_token }))}`
  vi.resetModules()
  return import('./live-token.ts')
}

beforeEach(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', new URL('https://help.test/1'))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (url: string) =>
    String(url).endsWith('/auth/renew/')
      ? (answers.shift() ?? (() => Response.error()))()
      : new Response('{}'),
  )
})

afterEach(() => {
  answers.length = 0
  vi.unstubAllGlobals()
})

const json = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test.each([
  ['breaks inside', json(500, { error: 'Internal server error', code: 'internal' })],
  ['has a proxy before it that is at a loss', () => new Response('<h1>520</h1>', { status: 520 })],
])('a server that %s at a renewal ends nobody’s session', async (_, broken) => {
  const old = tokenOf('1', -10)
  const { liveToken } = await open(old)
  answers.push(broken)
  await expect(liveToken()).rejects.toMatchObject({ code: 'network' })
  expect(page.cookie).toContain(old)

  const fresh = tokenOf('1', 900)
  answers.push(json(200, { access_token: fresh }))
  expect(await liveToken()).toBe(fresh)
})

test.each([
  [401, { error: 'Нужно войти в систему.', code: 'unauthorized' }],
  [404, {}],
  [501, {}],
])('a site that says %s to a renewal offers none: an expired session is over', async (status, body) => {
  const { liveToken } = await open(tokenOf('1', -10))
  answers.push(json(status, body))
  await expect(liveToken()).rejects.toMatchObject({
    code: 'token_expired',
    message: 'Access token is expired',
  })
  expect(page.cookie).toContain('user_tokens=;')
})
