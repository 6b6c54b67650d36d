import { expect, it } from 'vitest'
import { ConfigError, getConfig } from '../config.ts'
import { openWorld } from '../testing.ts'

const policyOf = async (env: Record<string, string>) => {
  const world = await openWorld(env)
  const answer = await world.app.inject({ url: '/1/tickets' })
  const worker = await world.app.inject({ url: '/service-worker.js' })
  await world.close()
  const policy = new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((one): [string, string] => [one.split(' ')[0] ?? '', one.slice(one.indexOf(' ') + 1)]),
  )
  const config = JSON.parse(/id="config"[^>]*>([^<]*)</.exec(answer.body)?.[1] ?? '{}')
  return {
    config,
    connect: policy.get('connect-src'),
    pictures: policy.get('img-src'),
    worker: worker.headers['content-security-policy'],
  }
}

it('X10 the page tells where the calls go, and its policy lets them out there and nowhere else', async () => {
  expect(await policyOf({})).toMatchObject({
    config: { base_url: '/api/' },
    connect: "'self'",
    pictures: "'self' blob:",
  })
  expect(await policyOf({ API_BASE_URL: 'https://api.example:8443/v1/' })).toMatchObject({
    config: { base_url: 'https://api.example:8443/v1/' },
    connect: "'self' https://api.example:8443",
    pictures: "'self' blob: https://api.example:8443",
    // The worker sends the queued messages of a closed app.
    worker: "default-src 'none'; connect-src 'self' https://api.example:8443; script-src 'self'",
  })
})

it('X10 the pages that show articles may frame the players of their videos, and nothing frames anything else', async () => {
  const world = await openWorld()
  const framed = async (url: string) => {
    const { headers } = await world.app.inject({ url })
    const policy = String(headers['content-security-policy'])
    return policy.split('; ').filter((one) => /^(?:frame|child)-src /.test(one))
  }
  const players =
    'frame-src https://rutube.ru https://vkvideo.ru https://www.youtube-nocookie.com https://kinescope.io'
  expect(await framed('/1/section/2/material/3')).toEqual([players])
  expect(await framed('/desk/kb')).toEqual([players])
  for (const url of ['/intranet/', '/old-browser/', '/api/users/profile/', '/files/x'])
    expect([url, await framed(url)]).toEqual([url, []])
  await world.close()
})

it.each([
  'https://api.example',
  'api/',
  '//api.example/',
  'javascript:alert(1)/',
  '/api',
  "https://a/ 'unsafe-inline'/",
])('API_BASE_URL=%s is refused at the start', (API_BASE_URL) => {
  expect(() => getConfig({ API_BASE_URL })).toThrow(ConfigError)
})

it.each(['/', '/desk/'])(
  'the worker of %s may fetch files of this origin, and knows those of this build',
  async (base) => {
    const world = await openWorld()
    const worker = await world.app.inject({ url: `${base}service-worker.js` })
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; script-src 'self'",
    })
    const page = await world.app.inject({ url: base })
    const scripts = [...page.body.matchAll(/src="((?:\/desk)?\/assets\/[^"]+)"/g)].map(([, src]) => src)
    expect(scripts.length).toBeGreaterThan(2)
    for (const script of scripts) expect(worker.body).toContain(script)
    // A first screen loads twenty of these, so they carry only the headers that matter for scripts.
    const { headers } = await world.app.inject({ url: scripts.at(-1) ?? '' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    })
    expect(headers['content-security-policy']).toBe("frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    await world.close()
  },
)

it('the staff app can be put on a phone: its manifest and every icon are served as what they are', async () => {
  const world = await openWorld()
  const page = await world.app.inject({ url: '/1' })
  const href = /<link rel="manifest" href="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const manifest = await world.app.inject({ url: href })
  expect(manifest.headers['content-type']).toBe('application/manifest+json')
  expect(manifest.json()).toMatchObject({ display: 'standalone', start_url: '/', lang: 'ru' })
  const icons = manifest.json().icons as { src: string; sizes: string }[]
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, sizes } of icons) {
    const icon = await world.app.inject({ url: src })
    expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, 'image/png'])
    expect(icon.headers['content-security-policy']).toContain("default-src 'none'")
    // In a PNG, width and height are at bytes 16 and 20.
    const { rawPayload: bytes } = icon
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  await world.close()
})

const rootOf = (page: { body: string }): string =>
  /<div id="root">([\s\S]*)<\/div>\s*<noscript>/.exec(page.body)?.[1] ?? 'no root'

it('the sign-in comes drawn to whoever brings no session, and to nobody else', async () => {
  const world = await openWorld({ BRAND: 'Дом <b>&</b> $& $1', SUPPORT_PHONE: '+998 71 200-00-00' })
  const open = (cookie?: string, url = '/intranet/?return_to=%2F1') =>
    world.app.inject({ url, headers: cookie === undefined ? {} : { cookie } })
  const drawn = await open()
  expect(rootOf(drawn)).toContain('autoComplete="current-password"')
  expect(rootOf(drawn)).toContain('Дом &lt;b&gt;&amp;&lt;/b&gt; $&amp; $1')
  expect(rootOf(drawn)).toContain('href="tel:+998712000000"')
  // Its scripts run after the first paint, and form values never get into a URL.
  expect(drawn.body).not.toContain('<script type="module"')
  expect(rootOf(drawn)).toMatch(/<form[^>]* method="post"/)
  const { vary } = drawn.headers
  expect(vary).toMatch(/\bCookie\b/)
  for (const cookie of ['user_tokens=x', 'podmoga_renewal=x']) {
    const page = await open(cookie)
    expect([cookie, rootOf(page)]).toEqual([cookie, ''])
    expect(page.body).toContain('<script type="module"')
  }
  expect(rootOf(await open(undefined, '/intranet/recover'))).toBe('')
  await world.close()
})

it('whoever opens a page of the staff app without a session is led to the sign-in at once', async () => {
  const world = await openWorld()
  const open = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url, headers: { 'sec-fetch-dest': 'document', ...headers } })
  const led = async (url: string, headers?: Record<string, string>) => {
    const answer = await open(url, headers)
    const { location } = answer.headers
    return [answer.statusCode, location]
  }
  expect(await led('/1/tickets?status=processed')).toEqual([
    302,
    '/intranet/?return_to=%2F1%2Ftickets%3Fstatus%3Dprocessed',
  ])
  expect(await led('/?open=tickets')).toEqual([302, '/intranet/'])
  expect((await open('/1')).headers['cache-control']).toBe('no-store')
  // A fetch that is not a navigation, such as a worker's caching, gets the page; so does a browser that may have a session.
  expect(await led('/1', { 'sec-fetch-dest': 'empty' })).toEqual([200, undefined])
  expect(await led('/1', { cookie: 'user_tokens=x' })).toEqual([200, undefined])
  expect(await led('/no/such/page')).toEqual([404, undefined])
  await world.close()
  // The network of the person's business is known only to the browser; a sign-in site on another origin has its own redirect
  // page.
  for (const AUTH_SITE_URL of ['https://{network}.example/', '/{network}/in/', 'https://login.example/']) {
    const other = await openWorld({ AUTH_SITE_URL })
    const page = await other.app.inject({ url: '/1', headers: { 'sec-fetch-dest': 'document' } })
    expect([AUTH_SITE_URL, page.statusCode]).toEqual([AUTH_SITE_URL, 200])
    await other.close()
  }
})

it('a photo shared while the browser has lost its worker leads to the form, which says that nothing has come', async () => {
  const world = await openWorld()
  const body = new FormData()
  body.append('files', new File([new Uint8Array(200_000)], 'чек.jpg', { type: 'image/jpeg' }))
  const url = await world.listen()
  const answer = await fetch(`${url}/share`, { method: 'POST', body, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?open=tickets/add&shared'])
  await world.close()
})

it('every page of the staff app is one, the drawn ones wait with their scripts, and nothing else is a page', async () => {
  const world = await openWorld()
  const open = async (url: string) => {
    const { statusCode, body } = await world.app.inject({ url })
    return [url, statusCode, body.includes('<script type="later"') ? 'drawn' : 'not drawn']
  }
  const drawn = [
    '/',
    '/1',
    '/1/',
    '/1/tickets',
    '/1/tickets/add',
    '/1/tickets/7f-3_a',
    '/1/profile',
    '/1/profile/',
  ]
  drawn.push('/1/section/2', '/1/section/2/', '/1/section/2/material/3')
  for (const url of drawn) expect(await open(url)).toEqual([url, 200, 'drawn'])
  const others = [
    '/1/shift',
    '/1/profile/notices',
    '/1/profile/data',
    '/1/profile/email',
    '/1/profile/email/confirm/',
  ]
  for (const url of others) expect(await open(url)).toEqual([url, 200, 'not drawn'])
  const none = ['/metrics', '/no/such/page', '/1/tickets/7/8', '/1/section', '/1/section/2/material']
  none.push('/1/profile/nothing', '/1/profile/email/nothing', '/1/shift/1', '//1', '/tickets')
  for (const url of none) expect(await open(url)).toEqual([url, 404, 'not drawn'])
  await world.close()
})

it('a browser that is too old gets the phone, the mail and, with a session, the frequent questions of its own business', async () => {
  const world = await openWorld({
    SEED: 'demo',
    SUPPORT_PHONE: '+998712000000',
    SUPPORT_EMAIL: 'help@demo.test',
  })
  const look = async (cookie = '') => {
    const answer = await world.app.inject({ url: '/old-browser/', headers: { cookie } })
    expect([answer.statusCode, answer.body.includes('<script')]).toEqual([200, false])
    return answer.body
  }
  const enter = async (login: string, password: string, restaurant: string) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/',
      payload: { login, password },
    })
    const { access_token, business } = answer.json()
    const session = { access_token, business, id: restaurant }
    return `user_tokens=${encodeURIComponent(JSON.stringify(session))}`
  }
  const anybody = await look()
  for (const part of ['Браузер устарел', 'tel:+998712000000', 'mailto:help@demo.test'])
    expect(anybody).toContain(part)
  expect(anybody).not.toContain('Частые вопросы')
  expect(await look(await enter('aziza@demo.test', 'Demo-pass-1', '1'))).toContain('Пропал интернет')
  // Nothing is shown for a restaurant that is not theirs, or for an invalid token.
  expect(await look(await enter('stranger@other.test', 'Demo-pass-9', '1'))).not.toContain('Пропал интернет')
  expect(await look('user_tokens=%7B%22access_token%22%3A%22x%22%2C%22id%22%3A%221%22%7D')).not.toContain(
    'Частые',
  )
  await world.close()
})
