import { signIn } from '@podmoga/contract/session'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../http/address.ts'
import { openWorld, PASSWORD } from '../../testing.ts'
import { forgetOld } from '../session.sweep.sql.ts'
import {
  addPerson,
  atFullCost,
  disablePerson,
  seedWalls,
  type TestPerson,
  useWalls,
} from '../session.testing.ts'
import { loginOf } from './sign-in.ts'

const MINUTE = 60_000

const t = useWalls()
let count = 0
// Every test begins with a clean address count: all requests come from 127.0.0.1.
beforeEach(() => t.world.clock.move(2 * MINUTE))

const post = (body: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  t.world.app.inject({ method: 'POST', url: '/api/auth/sign-in/', headers, payload: body, remoteAddress })

const newcomer = (more: { phone?: string } = {}): Promise<TestPerson> => {
  count += 1
  return addPerson(t.world.sql, {
    business_id: t.walls.businesses.n1,
    email: `new${count}@walls.test`,
    restaurants: [t.walls.r11],
    ...more,
  })
}

const events = async (person_id: string): Promise<string[]> => {
  const rows = await t.world.sql<{ event: string }[]>`
    select event from audit where person_id = ${person_id} order by id`
  return rows.map(({ event }) => event)
}

describe('whoever knows their password', () => {
  test('signs in by e-mail in any case, or by phone in any spelling', async () => {
    const { id } = await newcomer({ phone: '+998901112233' })
    const [row] = await t.world.sql<{ email: string; subject: string }[]>`
      select email, subject from people where id = ${id}`
    const spellings = [
      row?.email.toUpperCase() ?? '',
      ` ${row?.email} `,
      '+998901112233',
      '998 90 111-22-33',
      '90 111 22 33',
      '+998 (90) 111 22 33',
    ]
    for (const login of spellings) {
      const answer = await t.world.as({})(signIn, { body: { login, password: PASSWORD } })
      expect(decodeJwt(answer.access_token).sub, login).toBe(row?.subject)
    }
  })

  test('is told of their business, restaurants by name, and roles at the desk', async () => {
    const sign = (login: string) => t.world.as({})(signIn, { body: { login, password: PASSWORD } })
    const { access_token: _token, ...memberships } = await sign(t.walls.A.login)
    expect(memberships).toEqual({
      business: { id: t.walls.businesses.n1, name: 'Первый бизнес', network: 'n1' },
      restaurants: [
        { id: t.walls.r11, name: 'Ресторан 11' },
        { id: t.walls.r12, name: 'Ресторан 12' },
      ],
      desk_roles: [],
    })
    const { desk_roles, restaurants } = await sign(t.walls.agent.login)
    expect({ desk_roles, restaurants }).toEqual({ desk_roles: ['agent'], restaurants: [] })
    expect((await sign(t.walls.F.login)).business).toEqual({
      id: t.walls.businesses.n3,
      name: 'Бизнес без сети',
    })
  })
})

describe('A22: what a sign-in leaves in the browser', () => {
  test('a token without e-mail or phone, and two cookies', async () => {
    const person = await newcomer({ phone: '+998901112244' })
    const answer = await post({ login: person.login, password: PASSWORD })
    const { access_token } = answer.json()
    expect(Object.keys(decodeJwt(access_token)).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect(JSON.stringify(decodeJwt(access_token))).not.toMatch(/walls\.test|99890/)

    const [tokens, renewal, ...others] = answer.cookies
    expect(others).toEqual([])
    expect(JSON.parse(tokens?.value ?? '')).toEqual({
      access_token,
      business: { id: t.walls.businesses.n1, name: 'Первый бизнес', network: 'n1' },
      id: t.walls.r11,
    })
    expect(tokens).toMatchObject({ name: 'user_tokens', path: '/', sameSite: 'Lax' })
    expect(tokens).not.toHaveProperty('httpOnly')
    expect(tokens).not.toHaveProperty('secure')
    expect(tokens).not.toHaveProperty('domain')
    expect(renewal).toMatchObject({
      name: 'podmoga_renewal',
      path: '/api/auth/',
      sameSite: 'Strict',
      httpOnly: true,
    })
    expect(Buffer.from(renewal?.value ?? '', 'base64url')).toHaveLength(32)
  })

  test('with several restaurants none is chosen', async () => {
    const [tokens] = (await post({ login: t.walls.A.login, password: PASSWORD })).cookies
    expect(JSON.parse(tokens?.value ?? '')).not.toHaveProperty('id')
  })

  test('Secure and the Domain where they are configured', async () => {
    const secure = await openWorld({ PUBLIC_URL: 'https://help.example.uz', COOKIE_DOMAIN: 'example.uz' })
    const { A } = await seedWalls(secure.sql)
    const { cookies } = await secure.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/',
      payload: { login: A.login, password: PASSWORD },
    })
    expect(cookies).toMatchObject([
      { name: 'user_tokens', secure: true, domain: 'example.uz' },
      { name: 'podmoga_renewal', secure: true },
    ])
    expect(cookies[1]).not.toHaveProperty('domain')
    await secure.close()
  })
})

test('A14: session ids are unique and 128 bits long', async () => {
  const ids: unknown[] = []
  for (let batch = 0; batch < 10; batch += 1) {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => t.world.signIn(t.walls.B.login)))
    ids.push(...tokens.map((token) => decodeJwt(token).sid))
  }
  expect(new Set(ids).size).toBe(200)
  // The fixed version digit of a UUID would be the same in all of them.
  expect(new Set(ids.map((id) => String(id)[14])).size).toBeGreaterThan(8)
})

test('A15: a wrong password and an unknown login get the same answer after the same time', async () => {
  const patient = await openWorld({ SIGN_IN_FAILURES: '1000', SIGN_IN_FAILURES_ADDRESS: '1000' })
  const { A } = await seedWalls(patient.sql)
  await atFullCost(patient.sql)
  const times: Record<string, number[]> = { [A.login]: [], 'nobody@walls.test': [] }
  const bodies = new Set<string>()
  for (let i = 0; i < 16; i += 1)
    for (const [login, list] of Object.entries(times)) {
      const began = performance.now()
      const answer = await patient.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/',
        payload: { login, password: 'Wrong-password-1' },
      })
      list.push(performance.now() - began)
      bodies.add(`${answer.statusCode} ${answer.body}`)
    }
  await patient.close()
  const [known = 0, unknown = 0] = Object.values(times).map(
    (list) => list.sort((a, b) => a - b)[list.length / 2],
  )
  expect([...bodies]).toEqual(['401 {"error":"Неверный логин или пароль.","code":"bad_credentials"}'])
  // Without the dummy hash the answer for an unknown login would come much sooner.
  expect(unknown).toBeGreaterThan(known / 2)
  expect(known).toBeGreaterThan(unknown / 2)
})

describe('whoever does not', () => {
  test.each([
    ['a NUL in the login', { login: 'a\u0000@walls.test', password: PASSWORD }, 401],
    ['a lone surrogate', { login: '\ud800', password: '\ud800' }, 401],
    ['no phone at all', { login: 'не телефон', password: PASSWORD }, 401],
    ['an empty password', { login: 'a@walls.test', password: '' }, 400],
    ['a password that is no text', { login: 'a@walls.test', password: ['x'] }, 400],
    ['a login beyond measure', { login: 'a'.repeat(255), password: PASSWORD }, 400],
    ['a password beyond measure', { login: 'a@walls.test', password: 'a'.repeat(1025) }, 400],
  ])('is refused: %s', async (_name, body, status) => {
    const answer = await post(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error).toMatch(/[а-я]/)
  })

  test('a login or a password that is too long is not called missing', async () => {
    const answer = await post({ login: 'a'.repeat(255), password: 'a'.repeat(1025) })
    expect(answer.json().fields).toEqual({
      login: 'Не больше 254 символов',
      password: 'Не больше 1\u00a0024 символов',
    })
    const asked = { login: 'a'.repeat(255) }
    const recovery = await t.world.app.inject({
      method: 'POST',
      url: '/api/auth/recover/send/',
      payload: asked,
    })
    expect(recovery.json().fields).toEqual({ login: 'Не больше 254 символов' })
  })

  test('a disabled person is told no more than a stranger', async () => {
    const person = await newcomer()
    await disablePerson(t.world.sql, person.id)
    const answer = await post({ login: person.login, password: PASSWORD })
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('bad_credentials')
  })

  test('a page of somebody else is refused by its Origin', async () => {
    const body = { login: t.walls.C.login, password: PASSWORD }
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'http://evil-localhost:3000',
      'http://localhost:3001',
    ]) {
      const answer = await post(body, { origin })
      expect([answer.statusCode, answer.json().code], origin).toEqual([403, 'bad_origin'])
    }
    for (const origin of ['http://localhost:3000', 'https://help.example.uz'])
      expect((await post(body, { origin, host: 'help.example.uz' })).statusCode, origin).toBe(200)
  })
})

describe('A16: guesses at one account', () => {
  const guess = (login: string, password = 'Wrong-password-1', from?: string) =>
    post({ login, password }, {}, from)

  test('the sixth within 15 minutes waits, the right password too; each wait is longer; a success clears it', async () => {
    const { login, id } = await newcomer()
    for (let i = 0; i < 5; i += 1) expect((await guess(login)).statusCode).toBe(401)
    for (const password of ['Wrong-password-1', PASSWORD]) {
      const answer = await guess(login, password)
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_often'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(25)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(30)
      expect(answer.json().error).toMatch(/^Слишком много попыток/)
    }
    expect(await events(id)).toEqual([...Array(5).fill('sign_in_failed'), 'sign_in_throttled'])
    for (const wait of [30, 60, 120, 240, 480, 960, 1920, 3600]) {
      t.world.clock.move(wait * 1000 + 10)
      expect((await guess(login)).statusCode, `after ${wait} s`).toBe(401)
      const held = Number((await guess(login)).headers['retry-after'])
      expect(held).toBeGreaterThan(Math.min(wait * 2, 3600) - 5)
      expect(held).toBeLessThanOrEqual(Math.min(wait * 2, 3600))
    }
    t.world.clock.move(3600_010)
    expect((await guess(login, PASSWORD)).statusCode).toBe(200)
    for (let i = 0; i < 5; i += 1) expect((await guess(login)).statusCode).toBe(401)
    expect((await guess(login)).statusCode).toBe(429)
  })

  test('quarter of an hour after the first the count begins anew', async () => {
    const { login } = await newcomer()
    for (let i = 0; i < 4; i += 1) expect((await guess(login)).statusCode).toBe(401)
    t.world.clock.move(15 * MINUTE)
    for (let i = 0; i < 5; i += 1) expect((await guess(login)).statusCode).toBe(401)
    expect((await guess(login)).statusCode).toBe(429)
  })

  test('a hundred at once are five, of a known login and of an unknown one', async () => {
    const { login } = await newcomer({ phone: '+998901112255' })
    await atFullCost(t.world.sql)
    for (const [each, name] of [
      [(i: number) => (i % 2 === 0 ? login : '+998901112255'), 'one person by e-mail and phone'],
      [() => 'nobody-at-all@walls.test', 'nobody'],
    ] as const) {
      t.world.clock.move(2 * MINUTE)
      const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => guess(each(i))))
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 401).length, name).toBe(5)
      expect(statuses.filter((status) => status === 429).length, name).toBe(95)
    }
  })

  test('30 failures a minute from one address; what succeeds is not counted, another address goes on', async () => {
    const from = '203.0.113.7'
    for (let i = 0; i < 40; i += 1)
      expect((await guess(t.walls.D.login, PASSWORD, from)).statusCode).toBe(200)
    for (let i = 0; i < 30; i += 1)
      expect((await guess(`nobody${i}@walls.test`, 'x', from)).statusCode).toBe(401)
    const { login } = await newcomer()
    const held = await guess(login, PASSWORD, from)
    expect(held.statusCode).toBe(429)
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await guess(login, PASSWORD, '203.0.113.8')).statusCode).toBe(200)
    t.world.clock.move(MINUTE)
    expect((await guess(login, PASSWORD, from)).statusCode).toBe(200)
  })

  test('a person known at a blocked address gets in; a wrong password reveals nothing about that', async () => {
    const from = '203.0.113.17'
    const [known, stranger] = [await newcomer(), await newcomer()]
    // Their passwords have the cheap hash, so checks are faster than for unknown logins; the address counts them all
    // the same.
    const sprayed = await Promise.all(Array.from({ length: 30 }, () => newcomer()))
    expect((await guess(known.login, PASSWORD, from)).statusCode).toBe(200)
    for (const { login } of sprayed) expect((await guess(login, 'x', from)).statusCode).toBe(401)
    expect((await guess(known.login, PASSWORD, from)).statusCode).toBe(200)
    const began = performance.now()
    const refusals = [await guess(known.login, 'x', from), await guess(stranger.login, 'x', from)]
    const passed_s = Math.ceil((performance.now() - began) / 1000)
    const [own, other] = refusals.map(({ statusCode, body }) => ({ statusCode, body }))
    expect(own).toEqual(other)
    // The wait counts down: it may be shorter by the seconds between the two guesses.
    const [ownWait = 0, otherWait = 0] = refusals.map(({ headers }) => Number(headers['retry-after']))
    expect(ownWait - otherWait).toBeGreaterThanOrEqual(0)
    expect(ownWait - otherWait).toBeLessThanOrEqual(passed_s)
    expect(own?.statusCode).toBe(429)
    // The account's own limit still applies: after four more guesses the right password is not checked.
    for (let i = 0; i < 4; i += 1) await guess(known.login, 'x', from)
    expect((await guess(known.login, PASSWORD, from)).statusCode).toBe(429)
    t.world.clock.move(31 * 24 * 60 * MINUTE)
    for (const { login } of sprayed) await guess(login, 'x', from)
    expect((await guess(known.login, PASSWORD, from)).statusCode).toBe(429)
  })

  test('a crowd at one address does not delay other addresses, nor other accounts at its own', async () => {
    const crowd = await openWorld({ SIGN_IN_FAILURES_ADDRESS: '1000', SIGN_IN_FAILURES: '1000' })
    const { A, B } = await seedWalls(crowd.sql)
    await atFullCost(crowd.sql)
    const signIn = (login: string, password: string, remoteAddress: string) =>
      crowd.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/',
        payload: { login, password },
        remoteAddress,
      })
    let looked_at = 0
    const attack = (login: (i: number) => string) =>
      Array.from({ length: 60 }, async (_, i) => {
        const { statusCode } = await signIn(login(i), 'x', '203.0.113.9')
        if (statusCode === 401) looked_at += 1
        return statusCode
      })
    const statusesOf = async (many: Promise<number>[], status: number) =>
      (await Promise.all(many)).filter((one) => one === status).length

    const spray = attack((i) => `nobody${i}@walls.test`)
    expect((await signIn(A.login, PASSWORD, '203.0.113.10')).statusCode).toBe(200)
    expect(looked_at).toBeLessThan(20)
    expect(await statusesOf(spray, 401)).toBe(60)

    looked_at = 0
    const flood = attack(() => 'one-account@walls.test')
    expect((await signIn(B.login, PASSWORD, '203.0.113.9')).statusCode).toBe(200)
    expect(looked_at).toBeLessThan(20)
    // Three run and forty wait.
    expect([await statusesOf(flood, 401), await statusesOf(flood, 429)]).toEqual([43, 17])
    await crowd.close()
  })

  test('N10: five hundred people of one address get in while one account is guessed there', async () => {
    const from = '203.0.113.11'
    const people = await Promise.all(Array.from({ length: 500 }, () => newcomer()))
    const guesses = Array.from({ length: 500 }, () => guess('guessed@walls.test', 'x', from))
    const honest = await Promise.all(people.map(({ login }) => guess(login, PASSWORD, from)))
    expect(honest.filter(({ statusCode }) => statusCode === 200)).toHaveLength(500)
    expect((await Promise.all(guesses)).filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  })

  test('the counters and the audit hold no login, no password and no clear address', async () => {
    await guess('secret-login@walls.test', 'Secret-guess-1')
    const [dump] = await t.world.sql<{ text: string }[]>`
      select coalesce(string_agg(c::text, ' '), '') || (select string_agg(a::text, ' ') from audit a) as text
      from guess_counters c`
    expect(dump?.text).toContain('sign_in_failed')
    expect(dump?.text).not.toMatch(/secret-login|Secret-guess|walls\.test/)
    expect(JSON.stringify(t.world.log())).not.toMatch(/Secret-guess|secret-login|eyJ/)
  })
})

test('counters of guesses are forgotten once they hold nobody back', async () => {
  await post({ login: 'sprayed@walls.test', password: 'x' })
  const left = async () => {
    const now = t.world.clock.now()
    await forgetOld(t.world.sql, { now, over_before: new Date(0) })
    return (await t.world.sql`select from guess_counters`).count
  }
  expect(await left()).toBeGreaterThan(0)
  t.world.clock.move(4 * 24 * 60 * MINUTE)
  expect(await left()).toBe(0)
})

test('L04: a sign-in leaves one audit row with who, when and where', async () => {
  const { login, id } = await newcomer()
  const answer = await post({ login, password: PASSWORD })
  const rows = await t.world.sql<{ event: string; ip: string; request_id: string; session_id: string }[]>`
    select event, ip, request_id, session_id from audit where person_id = ${id}`
  expect(rows).toEqual([
    {
      event: 'signed_in',
      ip: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
      session_id: decodeJwt(answer.json().access_token).sid,
    },
  ])
})

test('logins and addresses are compared in one form', () => {
  expect(loginOf(' Aziza@Demo.TEST ')).toEqual({ email: 'aziza@demo.test', phone: null })
  expect(loginOf('90 123 45 67')).toEqual({ email: null, phone: '+998901234567' })
  expect(loginOf('+7 (916) 123-45-67')).toEqual({ email: null, phone: '+79161234567' })
  expect(loginOf('aziza')).toEqual({ email: null, phone: null })
  expect(addressOf('203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('2001:0db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(addressOf('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(addressOf('::1')).toBe('0:0:0:0')
})
