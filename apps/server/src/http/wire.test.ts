import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ENDPOINTS } from '@podmoga/contract/all'
import { pathOf } from '@podmoga/contract/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAST_BACKUP, setMark } from '../installation/marks.sql.ts'
import { seedWalls } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedWalls>>
let token: string
let port: number

beforeAll(async () => {
  // One person makes every call: more of them than the rate allows in a minute.
  world = await openWorld({ REQUESTS_PER_MINUTE: '100000' })
  walls = await seedWalls(world.sql)
  token = await world.signIn(walls.A.login)
  port = Number(new URL(await world.listen()).port)
})
afterAll(() => world.close())

const PARAMS = { ticketId: '1', sectionId: '1', subcategoryId: '1', materialId: '1', code: 'UZ' }
const addresses = ENDPOINTS.map((call) => ({ call, url: `/api/${pathOf(call, { params: PARAMS })}` }))

const staff = (): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  authrestaurantid: walls.r11,
})

const post = (url: string, payload: string | Buffer, headers: Record<string, string>) =>
  world.app.inject({ method: 'POST', url, payload, headers: { ...staff(), ...headers } })

/** Sends raw bytes; returns everything received until the other side closes. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.setTimeout(10_000, () => socket.destroy(new Error('the server neither answered nor closed')))
  })

/** Parses the status and the headers (names in lower case) of a raw response. */
const headOf = (text: string): { status: string; headers: Record<string, string> } => {
  const [first = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const pairs = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { status: first.slice(9, 12), headers: Object.fromEntries(pairs) }
}

const GUARDED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-site',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

const RUSSIAN_REFUSAL = { error: expect.stringMatching(/[а-яё]/i), code: expect.stringMatching(/^[a-z_]+$/) }

describe('headers', () => {
  it('H01 every answer is guarded, whatever its status', async () => {
    const answers = await Promise.all([
      ...addresses.map(({ call, url }) => world.app.inject({ method: call.method, url })),
      world.app.inject('/api/nowhere/'),
      world.app.inject('/health/live'),
      world.app.inject('/.well-known/jwks.json'),
      post('/api/users/profile/change_name/', 'x'.repeat(70_000), { 'content-type': 'application/json' }),
    ])
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(answer.headers).not.toHaveProperty('x-powered-by')
      expect(answer.headers).not.toHaveProperty('server')
    }
  })

  it.each([
    ['an address that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: x', '400'],
    ['the same below a page', 'GET /desk/%zz HTTP/1.1\r\nHost: x', '400'],
    ['the same below the files', 'GET /files/%zz/a.jpg HTTP/1.1\r\nHost: x', '400'],
    ['a parameter that is too long', `GET /files/${'a'.repeat(3000)}/a.jpg HTTP/1.1\r\nHost: x`, '404'],
    ['an address that is too long', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x`, '431'],
    ['what is not HTTP', 'hello', '400'],
    ['a method that nobody knows', 'FETCH /api/users/profile/ HTTP/1.1\r\nHost: x', '400'],
    ['a method that nobody serves', 'PROPFIND /api/users/profile/ HTTP/1.1\r\nHost: x', '404'],
    ['no host', 'GET /api/users/profile/ HTTP/1.1', '400'],
    ['an expectation', 'GET /api/users/profile/ HTTP/1.1\r\nHost: x\r\nExpect: 200-ok', '417'],
    ['an upgrade', 'GET /api/nowhere/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket', '404'],
    ...['/api/', '/api/docs/', '/files/', '/health/', '/.well-known/'].map((prefix) => [
      `nothing below ${prefix}`,
      `GET ${prefix}no/thing HTTP/1.1\r\nHost: x`,
      '404',
    ]),
  ])('H01, N09: %s is answered with the safe headers and an id', async (_name, request, status) => {
    const close = request.includes('Upgrade') ? 'Connection: Upgrade, close' : 'Connection: close'
    const answer = headOf(await raw(`${request}\r\n${close}\r\n\r\n`))
    expect(answer).toMatchObject({ status, headers: GUARDED })
  })

  it.each(['/', '/desk/a.b/', '/intranet/a.b/', '/assets/', '/desk/assets/', '/scim/v2/', '/scim/v2/Users/'])(
    'H01 so is what is no page below %s, whose answer may be kept once it was asked again',
    async (prefix) => {
      const answer = headOf(
        await raw(`GET ${prefix}no.thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      )
      const cached = expect.stringMatching(/^no-(store|cache)$/)
      const status = expect.stringMatching(/^40[14]$/)
      expect(answer).toMatchObject({ status, headers: { ...GUARDED, 'cache-control': cached } })
    },
  )

  it('H03 private answers are never stored', async () => {
    for (const { call, url } of addresses) {
      if (call.name === 'signOut') continue // it would end the session of the other tests
      const answer = await world.app.inject({ method: call.method, url, headers: staff() })
      expect([call.name, answer.headers['cache-control']]).toEqual([call.name, 'no-store'])
    }
  })

  it('H06 only a listed origin may read', async () => {
    const other = await openWorld({ CORS_ORIGINS: 'https://ok.example' })
    for (const origin of [
      'https://evil.example',
      'null',
      'https://ok.example.evil',
      'https://evil-ok.example',
      'http://ok.example',
    ]) {
      const answer = await other.app.inject({ url: '/health/live', headers: { origin } })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
    const answer = await other.app.inject({ url: '/health/live', headers: { origin: 'https://ok.example' } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://ok.example',
      vary: 'Origin',
    })
    await other.close()
  })

  it('T12 a token counts in its header alone: in no address, no cookie and no body', async () => {
    const names = ['access_token', 'token', 'authorization', 'Authorization', 'bearer']
    for (const { call, url } of addresses) {
      if (call.auth === 'public') continue
      const query = names.map((name) => `${name}=${token}`).join('&')
      const answer = await world.app.inject({
        method: call.method,
        url: `${url}?${query}`,
        headers: { authrestaurantid: walls.r11, cookie: names.map((name) => `${name}=${token}`).join('; ') },
        ...(call.method === 'POST' && { payload: { access_token: token, token } }),
      })
      expect([call.name, answer.statusCode]).toEqual([call.name, 401])
      expect(answer.body).not.toContain(token)
    }
    for (const stream of ['events', 'desk/events']) {
      const answer = await world.app.inject(`/api/${stream}/?access_token=${token}&token=${token}`)
      expect([stream, answer.statusCode]).toEqual([stream, 401])
    }
  })

  it('H07 a preflight allows the contract’s methods for at most two hours', async () => {
    const other = await openWorld({ CORS_ORIGINS: 'https://ok.example' })
    const answer = await other.app.inject({
      method: 'OPTIONS',
      url: '/api/users/profile/',
      headers: { origin: 'https://ok.example', 'access-control-request-method': 'PUT' },
    })
    expect(answer.headers['access-control-allow-methods']).toBe('GET, POST, DELETE')
    expect(Number(answer.headers['access-control-max-age'])).toBeLessThanOrEqual(7200)
    await other.close()
  })

  it('H12 HSTS is sent on https and not on plain http', async () => {
    const https = await openWorld({ PUBLIC_URL: 'https://help.example' })
    const secure = await https.app.inject('/health/live')
    await https.close()
    const plain = await world.app.inject('/health/live')
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(plain.headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('malformed requests', () => {
  it('A25 bad addresses are refused in Russian without a token', async () => {
    for (const path of [
      '/api/%',
      '/api/%zz',
      '//users/profile/',
      '/api/users/profile/..;/',
      '/api/users/profile/%00',
      '/api//users/profile/',
    ]) {
      const text = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect([path, text.slice(9, 12)]).toEqual([path, expect.stringMatching(/^40[0-4]$/)])
      expect(text).not.toMatch(/FST_|find-my-way|Error:|node_modules/)
    }
  })

  it('H10 requests that two servers could read in two ways are refused and the connection ends', async () => {
    const head = 'POST /api/auth/sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    for (const bytes of [
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
      `${head}Transfer-Encoding: xchunked\r\n\r\n{}`,
      `${head}X-A: 1\r\n folded\r\nContent-Length: 2\r\n\r\n{}`,
      `${head}Content-Length : 2\r\n\r\n{}`,
      'GET /health/live HTTP/1.1\nHost: localhost\n\n',
    ]) {
      const text = await raw(bytes)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject(RUSSIAN_REFUSAL)
    }
  })

  it('R06 an address or a header beyond the bound is refused in words: a page as a page, a call in JSON', async () => {
    const long = encodeURIComponent('ж'.repeat(3000))
    const ask = (start: string) => raw(`${start} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    for (const [path, start] of [
      [`/desk/?q=${long}`, '/desk/'],
      [`/2?search=${long}`, '/'],
      [`/deskwork?q=${long}`, '/'],
    ] as const) {
      const text = await ask(`GET ${path}`)
      expect(text).toMatch(/^HTTP\/1\.1 431 /)
      expect(text).toMatch(/content-type: text\/html; charset=utf-8/i)
      expect(text).toContain('Адрес слишком длинный')
      expect(text).toContain(`<a href="${start}">`)
      expect(text).toMatch(/content-security-policy: default-src 'none'/i)
    }
    const head = 'GET /api/help_desk/tickets/'
    for (const start of [`${head}?page=${long}`, `${head} HTTP/1.1\r\nX-Long: ${long}\r\nX-Last: x`]) {
      const text = await ask(start)
      expect(text).toMatch(/^HTTP\/1\.1 431 /)
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject(RUSSIAN_REFUSAL)
    }
    // 200 Cyrillic letters, the maximum of a search, still fit.
    expect(await ask(`GET /desk/?q=${encodeURIComponent('ж'.repeat(200))}`)).not.toMatch(/^HTTP\/1\.1 431 /)
  })

  it('a request says once which host it wants', async () => {
    const text = await raw('GET /health/live HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject(RUSSIAN_REFUSAL)
  })

  it('H11 other methods change nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'PATCH']) {
      const text = await raw(
        `${method} /api/users/profile/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      expect([method, text.slice(9, 12)]).toEqual([method, expect.stringMatching(/^(400|404|405|501)$/)])
    }
    const answer = await world.app.inject({
      url: '/api/users/restaurants/',
      headers: { ...staff(), 'x-http-method-override': 'DELETE' },
    })
    expect(answer.statusCode).toBe(200)
  })

  it('V25 keys that could reach a prototype are refused', async () => {
    for (const body of ['{"__proto__":{"x":1}}', '{"first_name":"А","constructor":{"prototype":{"x":1}}}']) {
      const answer = await post('/api/users/profile/change_name/', body, {
        'content-type': 'application/json',
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject(RUSSIAN_REFUSAL)
    }
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('V05 bytes that are not UTF-8 are refused, not stored as question marks', async () => {
    const cp1251 = Buffer.from([
      ...Buffer.from('{"first_name":"'),
      0xc0,
      0xe7,
      0xe8,
      0xe7,
      0xe0,
      ...Buffer.from('"}'),
    ])
    const answer = await post('/api/users/profile/change_name/', cp1251, {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(400)
  })

  it('V30 only JSON in UTF-8 is JSON', async () => {
    const url = '/api/help_desk/messages/read/'
    for (const type of ['application/json', 'application/JSON; charset=utf-8', 'application/json;'])
      expect([type, (await post(url, '{"ids":["1"]}', { 'content-type': type })).statusCode]).toEqual([
        type,
        200,
      ])
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/xml',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await post(url, '{"ids":["1"]}', { 'content-type': type })
      expect([type, answer.statusCode]).toEqual([type, 415])
      expect(answer.json()).toMatchObject(RUSSIAN_REFUSAL)
    }
  })

  it('an anonymous body of two megabytes is not parsed', async () => {
    const body = `{"text":"${'я'.repeat(900_000)}"`
    for (const headers of [{}, { authorization: 'Bearer x.y.z' }]) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/desk/knowledge/materials/1/draft/',
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      })
      // If the body had been parsed, the answer would be 400: it is not valid JSON.
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        expect.objectContaining({ code: 'unauthorized' }),
      ])
    }
  })

  it('R06 a large JSON body is refused at once', async () => {
    const answer = await post('/api/users/profile/change_name/', `{"first_name":"${'я'.repeat(40_000)}"}`, {
      'content-type': 'application/json',
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject(RUSSIAN_REFUSAL)
  })
})

describe('the description of the calls', () => {
  it('has the stream and the files, and speaks JSON Schema only', async () => {
    const document = (await world.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/events/', '/files/{token}/{name}', '/auth/sign-in/']),
    )
    expect(JSON.stringify(document)).not.toContain('"wire"')
    expect((await world.app.inject('/api/docs/')).body).toContain('<code>/files/{token}/{name}</code>')
  })
})

describe('compressed answers', () => {
  it('are those that the contract says, for whoever takes them, and the same', async () => {
    const other = await openWorld({ SEED: 'demo' })
    const bearer = await other.signIn('aziza@demo.test', 'Demo-pass-1')
    const get = (path: string, encoding: string) =>
      other.app.inject({
        url: `/api/${path}`,
        headers: { authorization: `Bearer ${bearer}`, authrestaurantid: '1', 'accept-encoding': encoding },
      })
    const list = await get('help_desk/tickets/?page_size=100', 'identity')
    const { results } = list.json<{ results: { id: string }[] }>()
    const talks = await Promise.all(
      results.map(async ({ id }) => {
        const path = `help_desk/tickets/${id}/messages/`
        return { path, size: (await get(path, 'identity')).rawPayload.length }
      }),
    )
    const [talk] = talks.sort((one, other) => other.size - one.size)
    for (const path of [talk?.path ?? '', 'help_desk/materials/', 'users/countries/']) {
      const plain = await get(path, 'identity')
      const [br, zip] = [await get(path, 'gzip, br'), await get(path, 'gzip, br;q=0')]
      expect([path, br.headers['content-encoding'], zip.headers['content-encoding']]).toEqual([
        path,
        'br',
        'gzip',
      ])
      expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
      expect(gunzipSync(zip.rawPayload).toString()).toBe(plain.body)
      expect(br.headers.vary).toBe('Accept-Encoding')
    }
    const secret = await get('users/profile/', 'br')
    expect(secret.headers).not.toHaveProperty('content-encoding')
    await other.close()
  })
})

describe('/metrics', () => {
  it('is not there without a token of its own', async () => {
    const answer = await world.app.inject({ url: '/metrics', headers: staff() })
    expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  })

  it('answers to its token only', async () => {
    const other = await openWorld({
      METRICS_TOKEN: 'a-token-of-the-operator',
      VIRUS_SCAN: 'tcp://127.0.0.1:9',
    })
    const ask = (authorization?: string) =>
      other.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
    for (const wrong of [undefined, 'Bearer x', 'a-token-of-the-operator', 'Basic a-token-of-the-operator'])
      expect([wrong, (await ask(wrong)).statusCode]).toEqual([wrong, 401])
    await setMark(other.sql, LAST_BACKUP, JSON.stringify({ made_at: new Date(Date.now() - 90_000) }))
    const answer = await ask('Bearer a-token-of-the-operator')
    await other.close()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(answer.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/metrics",status="401"} 4',
    )
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      'podmoga_live_streams',
      'podmoga_outbox_waiting',
    ])
      expect(answer.body).toMatch(new RegExp(`^${name} [0-9.e+-]+$`, 'm'))
    expect(Number(/^podmoga_backup_age_seconds (.+)$/m.exec(answer.body)?.[1])).toBeGreaterThanOrEqual(90)
    // Every metric used by the alert rules exists.
    for (const file of ['alerts.yml', 'grafana.json']) {
      const text = await readFile(join(import.meta.dirname, '../../../../deploy', file), 'utf8')
      const named = text.match(/\b(?:podmoga|nodejs|process|http_request)_[a-z0-9_]+/g) ?? []
      // Replica metrics exist only if there are replicas.
      const asked = named.filter((name) => !name.startsWith('podmoga_replica_'))
      expect(asked.length).toBeGreaterThan(8)
      expect(asked.filter((name) => !answer.body.includes(`\n${name}`))).toEqual([])
    }
    expect(answer.body).toMatch(/^podmoga_pool_uses_total\{caller="server"\} [1-9]/m)
    expect(answer.body).toMatch(/^podmoga_disk_free_ratio 0\.\d+$/m)
    for (const job of ['mail', 'notifications', 'people import', 'retention', 'snoozed tickets'])
      for (const name of [
        'success_age_seconds',
        'last_run_seconds',
        'running',
        'runs_total',
        'failures_total',
        'due_seconds',
      ])
        expect(answer.body).toMatch(new RegExp(`^podmoga_job_${name}\\{job="${job}"\\} [0-9.e+-]+$`, 'm'))
    for (const line of answer.body.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{[^{}]*\})? [0-9.e+-]+)$/)
  })
})

describe('refusals', () => {
  it('S04 an unknown API path is JSON', async () => {
    const answer = await world.app.inject('/api/nowhere/')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ ...RUSSIAN_REFUSAL, code: 'not_found' })
  })

  it('S02 what breaks inside is told generally and logged under the same id', async () => {
    await world.sql`alter table ticket_counts rename to ticket_counts_away`
    const answer = await world.app.inject({ url: '/api/help_desk/tickets/', headers: staff() })
    await world.sql`alter table ticket_counts_away rename to ticket_counts`
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'Internal server error', code: 'internal' })
    const line = world
      .log()
      .find((entry) => entry.request_id === answer.headers['x-request-id'] && entry.level === 50)
    expect(JSON.stringify(line)).toContain('ticket_counts')
  })

  it('HEAD is answered as GET is, without the body, also where only POST is declared', async () => {
    for (const url of [
      '/api/auth/sign-in/',
      '/api/users/profile/change_name/',
      '/health/live',
      '/api/nowhere/',
    ]) {
      const [head, get] = await Promise.all([
        world.app.inject({ method: 'HEAD', url }),
        world.app.inject({ method: 'GET', url }),
      ])
      const facts = ({ statusCode, headers }: typeof head) => [
        url,
        statusCode,
        headers['content-type'],
        headers['content-length'],
      ]
      expect(facts(head)).toEqual(facts(get))
      expect([head.body, get.headers['content-type']]).toEqual(['', 'application/json; charset=utf-8'])
    }
  })

  it('what is no page is not found', async () => {
    for (const path of [
      '/metrics',
      '/admin',
      '/wp-login.php',
      '/status/',
      '/desk/wp-login.php',
      '/intranet/a.php',
      '/1/nothing',
    ])
      expect([path, (await world.app.inject(path)).statusCode]).toEqual([path, 404])
  })

  it('H13 what lies beside the code is not served', async () => {
    for (const path of [
      '/.git/HEAD',
      '/.env',
      '/package.json',
      '/assets/app.js.map',
      '/server.js',
      '/node_modules/',
      '/apps/server/src/main.ts',
      ...['/assets/', '/desk/assets/', '/intranet/assets/'].flatMap((home) =>
        [
          '',
          '%00',
          'a%00.js',
          '/etc/passwd',
          '..%2f..%2fpackage.json',
          '%2e%2e%5cindex.html',
          'constructor',
        ].map((name) => home + name),
      ),
    ])
      expect([path, (await world.app.inject(path)).statusCode]).toEqual([path, 404])
  })

  it('an address without its last slash keeps what stands after it', async () => {
    const answer = await world.app.inject('/desk?ticket=7&tab=archive')
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/desk/?ticket=7&tab=archive'])
  })
})

describe('the log', () => {
  const requests = () => world.log().filter(({ msg }) => msg === 'request')

  it('L02 says of every request who, where, what became of it and how long it took', async () => {
    const answer = await world.app.inject({ url: '/api/help_desk/tickets/?page=2', headers: staff() })
    const line = requests().find(({ request_id }) => request_id === answer.headers['x-request-id'])
    expect(line).toMatchObject({
      method: 'GET',
      route: '/api/help_desk/tickets/',
      call: 'listTickets',
      status: 200,
      person_id: expect.stringMatching(/^\d+$/),
      restaurant_id: walls.r11,
      ms: expect.any(Number),
    })
    expect(new Date(line?.time as string | number).getTime()).toBeGreaterThan(Date.now() - 60_000)
    const nobody = await world.app.inject('/api/users/profile/')
    expect(requests().find(({ request_id }) => request_id === nobody.headers['x-request-id'])).toMatchObject({
      status: 401,
      person_id: null,
      restaurant_id: null,
    })
  })

  it('L01 gives away no token, no password, no address and no words', async () => {
    const wrong = { login: walls.A.login, password: 'не тот пароль' }
    await post('/api/auth/sign-in/', JSON.stringify(wrong), { 'content-type': 'application/json' })
    const name = { first_name: 'Тайное Имя' }
    await post('/api/users/profile/change_name/', JSON.stringify(name), {
      'content-type': 'application/json',
    })
    await world.app.inject({ url: '/api/help_desk/materials/?search=тайные+слова', headers: staff() })
    const phone = { phone: '+998 93 555-00-11' }
    await post('/api/users/profile/send_phone_update_code/', JSON.stringify(phone), {
      'content-type': 'application/json',
    })
    const log = JSON.stringify(world.log())
    expect(requests().length).toBeGreaterThan(100)
    for (const secret of [token, walls.A.login, wrong.password, 'Тайное', 'тайные', '935550011', '555-00-11'])
      expect(log).not.toContain(secret)
    expect(log).not.toMatch(/eyJ[\w-]+\.eyJ|Bearer [\w-]{20}/)
  })
})
