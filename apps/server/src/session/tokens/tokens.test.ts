import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getPlaces } from '@podmoga/contract/session'
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSecrets } from '../../secrets.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedWalls } from '../session.testing.ts'

const ISSUER = 'https://id.example.uz'

type Pair = Awaited<ReturnType<typeof generateKeyPair>>

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedWalls>>
let subject: string
let provider: Server
let keys: { kid: string; pair: Pair; alg: string }[]
let keys_asked = 0
let provider_up = true

beforeAll(async () => {
  keys = await Promise.all(
    [
      ['rsa', 'RS256'],
      ['ec', 'ES256'],
      ['ed', 'EdDSA'],
      ['late', 'ES256'],
    ].map(async ([kid = '', alg = '']) => ({
      kid,
      alg,
      pair: await generateKeyPair(alg, { extractable: true }),
    })),
  )
  provider = createServer(async (_request, response) => {
    keys_asked += 1
    if (!provider_up) return void response.writeHead(503).end()
    const jwks = await Promise.all(
      keys
        .slice(0, 3)
        .map(async ({ kid, alg, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid, alg })),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: jwks }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  const { port } = provider.address() as AddressInfo
  world = await openWorld({
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    AUTH_AUDIENCE: 'help',
    REQUESTS_PER_MINUTE: '10000',
  })
  walls = await seedWalls(world.sql)
  const [row] = await world.sql<{ subject: string }[]>`select subject from people where id = ${walls.A.id}`
  subject = row?.subject ?? ''
})
afterAll(async () => {
  await world.close()
  provider.close()
})

const statusOf = async (token: string): Promise<number> => {
  const answer = await world.app.inject({
    url: '/api/auth/places/',
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.statusCode === 401) {
    expect(answer.json().error).toMatch(/[а-я]/)
    expect(answer.body).not.toMatch(/jwt|jws|signature|claim/i)
  }
  return answer.statusCode
}

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const now = (): number => Math.floor(world.clock.now().getTime() / 1000)

/** Signs any payload with the server's own key; a string is used as the raw payload text. */
const signed = async (payload: JWTPayload | string, header: object = {}): Promise<string> => {
  const { signing_key } = await loadSecrets(join(world.config.DATA_DIR, 'secrets.json'))
  const key = (await importJWK(signing_key, 'EdDSA')) as CryptoKey
  const head = part({ alg: 'EdDSA', kid: signing_key.kid, typ: 'JWT', ...header })
  const text = `${head}.${part(payload)}`
  const signature = await crypto.subtle.sign('Ed25519', key, Buffer.from(text))
  return `${text}.${Buffer.from(signature).toString('base64url')}`
}

const claims = async (): Promise<JWTPayload> => {
  const token = await world.signIn(walls.A.login)
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

describe('our own tokens', () => {
  test('a token made by hand of the right parts passes: the cases below fail for their own reason', async () => {
    expect(await statusOf(await signed(await claims()))).toBe(200)
  })

  test('A03: one flipped bit anywhere', async () => {
    const token = await world.signIn(walls.A.login)
    const parts = token.split('.')
    let random = 7
    const below = (max: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random % max
    }
    for (const [at, text] of parts.entries())
      for (let i = 0; i < 20; i += 1) {
        const position = i === 0 ? text.length - 1 : below(text.length)
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        const flipped = letters[letters.indexOf(text[position] ?? '') ^ (1 << below(6))] ?? ''
        const changed = parts.with(at, text.slice(0, position) + flipped + text.slice(position + 1)).join('.')
        expect(changed).not.toBe(token)
        expect(await statusOf(changed), `${at}:${position}`).toBe(401)
      }
    expect(await statusOf(token)).toBe(200)
  })

  test('A04: no algorithm, or another one', async () => {
    const payload = await claims()
    const { signing_key } = await loadSecrets(join(world.config.DATA_DIR, 'secrets.json'))
    for (const alg of ['none', 'None', 'nOnE', 'HS256', 'RS256', 'EdDSA', ''])
      for (const signature of ['', part('x'), part(Buffer.alloc(64).toString('latin1'))])
        expect(
          await statusOf(`${part({ alg, kid: signing_key.kid })}.${part(payload)}.${signature}`),
          alg,
        ).toBe(401)
    // The public key as an HMAC secret: the classic algorithm confusion.
    const hmac = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid: signing_key.kid })
      .sign(Buffer.from(signing_key.x, 'base64url'))
    expect(await statusOf(hmac)).toBe(401)
    expect(await statusOf(await signed(payload, { crit: ['b64'], b64: false }))).toBe(401)
  })

  test('A07: exp past, now, missing or no number', async () => {
    const { exp: _exp, ...rest } = await claims()
    const text = JSON.stringify(rest).slice(0, -1)
    expect(await statusOf(await signed({ ...rest, exp: now() + 60 }))).toBe(200)
    for (const exp of [
      `${now() - 1}`,
      `${now()}`,
      '"9999999999"',
      '-1',
      '1e400',
      '9e99',
      'null',
      '{}',
      'true',
    ])
      expect(await statusOf(await signed(`${text},"exp":${exp}}`)), exp).toBe(401)
    expect(await statusOf(await signed(rest))).toBe(401)
  })

  test('a token that was believed stops when its time comes', async () => {
    const token = await world.signIn(walls.A.login)
    expect(await statusOf(token)).toBe(200)
    world.clock.move(world.config.ACCESS_TOKEN_SECONDS * 1000)
    await expect(world.as({ token })(getPlaces, {})).rejects.toMatchObject({
      status: 401,
      code: 'token_expired',
    })
  })

  test('another issuer, audience, subject or session', async () => {
    const good = await claims()
    for (const change of [
      { iss: ISSUER },
      { iss: undefined },
      { aud: 'help' },
      { aud: undefined },
      { sub: 'nobody' },
      { sub: 'a\u0000b' },
      { sub: '' },
      { sub: 7 as never },
      { sid: undefined },
      { sid: 'x' },
      { sid: '00000000-0000-0000-0000-000000000000' },
      { iat: undefined },
      { iat: 'x' as never },
    ])
      expect(await statusOf(await signed({ ...good, ...change })), JSON.stringify(change)).toBe(401)
    const [row] = await world.sql<{ subject: string }[]>`select subject from people where id = ${walls.B.id}`
    expect(await statusOf(await signed({ ...good, sub: row?.subject ?? '' })), 'a session of A').toBe(401)
    for (const body of ['[]', '"text"', 'null', '{'])
      expect(await statusOf(await signed(body)), body).toBe(401)
  })

  test('the public key is there for everybody, and only the public one', async () => {
    const answer = await world.app.inject({ url: '/.well-known/jwks.json' })
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    expect(answer.json()).toEqual({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          alg: 'EdDSA',
          use: 'sig',
          x: expect.any(String),
          kid: expect.any(String),
        },
      ],
    })
  })
})

describe('an outside provider', () => {
  const outside = (kid: string, more: JWTPayload = {}, alg?: string): Promise<string> => {
    const key = keys.find((one) => one.kid === kid)
    if (key === undefined) throw new Error(kid)
    return new SignJWT({ sub: subject, iss: ISSUER, aud: 'help', exp: now() + 600, ...more })
      .setProtectedHeader({ alg: alg ?? key.alg, kid })
      .sign(key.pair.privateKey)
  }

  test('its tokens are believed, by any of the three algorithms, next to ours', async () => {
    const asked = keys_asked
    for (const kid of ['rsa', 'ec', 'ed']) {
      const token = await outside(kid)
      const memberships = await world.as({ token })(getPlaces, {})
      expect(memberships.first_name, kid).toBe('A')
    }
    expect(await statusOf(await world.signIn(walls.A.login))).toBe(200)
    // Once at most: keys fetched for an earlier token may be reused.
    expect(keys_asked - asked).toBeLessThanOrEqual(1)
  })

  test('only for people we know, from the issuer and for us', async () => {
    for (const [more, why] of [
      [{ sub: 'stranger' }, 'unknown subject'],
      [{ iss: 'https://id.example.com' }, 'another issuer'],
      [{ iss: 'podmoga' }, 'our name'],
      [{ aud: 'other' }, 'another audience'],
      [{ aud: undefined }, 'no audience'],
      [{ exp: now() - 1 }, 'run out'],
      [{ exp: undefined }, 'endless'],
    ] as const)
      expect(await statusOf(await outside('ec', more)), why).toBe(401)
  })

  test('its own sid opens and closes nothing of ours', async () => {
    const [row] = await world.sql<{ id: string }[]>`
      select id from sessions where person_id = ${walls.A.id} and ended_at is null limit 1`
    const token = await outside('ed', { sid: row?.id })
    expect(await statusOf(token)).toBe(200)
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out/',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.json()).toEqual({ ok: true })
    const [after] = await world.sql`select ended_at from sessions where id = ${row?.id ?? null}`
    expect(after?.ended_at).toBeNull()
  })

  test('a key that is withdrawn opens nothing after ten minutes, also to a token that was seen before', async () => {
    const token = await outside('rsa', { exp: now() + 3600 * 24 })
    expect(await statusOf(token)).toBe(200)
    const withdrawn = keys.shift()
    if (withdrawn === undefined) throw new Error('no key')
    keys.push(withdrawn)
    const asked = keys_asked
    world.clock.move(59_000)
    expect([await statusOf(token), keys_asked]).toEqual([200, asked])
    world.clock.move(9 * 60_000 + 2000)
    expect(await statusOf(token)).toBe(401)
    expect(keys_asked).toBe(asked + 1)
    keys.unshift(withdrawn)
    keys.pop()
    world.clock.move(11 * 60_000)
    expect(await statusOf(token)).toBe(200)
  })

  test('keys of some minutes ago do while the provider is away', async () => {
    const token = await outside('ec', { exp: now() + 3600 * 24 })
    expect(await statusOf(token)).toBe(200)
    provider_up = false
    world.clock.move(6 * 60_000)
    expect(await statusOf(token)).toBe(200)
    provider_up = true
  })

  test('a key it does not publish is no key; a provider that is away is no reason to sign people out', async () => {
    expect(await statusOf(await outside('late'))).toBe(401)
    const away = await openWorld({
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`,
    })
    provider_up = false
    const answer = await away.app.inject({
      url: '/api/auth/places/',
      headers: { authorization: `Bearer ${await outside('ec')}` },
    })
    provider_up = true
    await away.close()
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().error).toMatch(/[а-я]/)
  })
})
