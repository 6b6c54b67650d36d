import { createHash } from 'node:crypto'
import { getPlaces, signIn } from '@podmoga/contract/session'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { openWorld, PASSWORD } from '../../testing.ts'
import { forgetOld } from '../session.sweep.sql.ts'
import { addPerson, disablePerson, useWalls } from '../session.testing.ts'

const ORIGIN = 'http://localhost:3000'
const DAY = 24 * 3600 * 1000

const t = useWalls({ REQUESTS_PER_MINUTE: '100000', MAX_SESSIONS: '10' })
let count = 0

interface Session {
  person_id: string
  access_token: string
  renewal: string
}

const start = async (): Promise<Session> => {
  count += 1
  const person = await addPerson(t.world.sql, {
    business_id: t.walls.businesses.n1,
    email: `renewal${count}@walls.test`,
    restaurants: [t.walls.r11, t.walls.r12],
  })
  const answer = await t.world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/',
    payload: { login: person.login, password: PASSWORD },
  })
  return { person_id: person.id, access_token: answer.json().access_token, renewal: renewalIn(answer) }
}

const cookieIn = (answer: { cookies: { name: string; value: string }[] }, name: string) =>
  answer.cookies.find((cookie) => cookie.name === name)
const renewalIn = (answer: { cookies: { name: string; value: string }[] }): string =>
  cookieIn(answer, 'podmoga_renewal')?.value ?? ''

const renew = (renewal: string | null, headers: Record<string, string> = { origin: ORIGIN }, more = '') =>
  t.world.app.inject({
    method: 'POST',
    url: '/api/auth/renew/',
    headers: { ...headers, cookie: `${renewal === null ? '' : `podmoga_renewal=${renewal}`}${more}` },
  })

const signOut = (headers: Record<string, string>) =>
  t.world.app.inject({ method: 'POST', url: '/api/auth/sign-out/', headers })

const alive = async (token: string): Promise<boolean> => {
  const memberships = t.world.as({ token })(getPlaces, {})
  return memberships.then(
    () => true,
    (refusal) => {
      expect(refusal.code).toBe('unauthorized')
      return false
    },
  )
}

describe('renewal', () => {
  test('gives a fresh token of the same session and rotates the cookie', async () => {
    const session = await start()
    t.world.clock.move(60_000)
    const answer = await renew(session.renewal)
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json())).toEqual(['access_token'])
    const fresh = decodeJwt(answer.json().access_token)
    const first = decodeJwt(session.access_token)
    expect(fresh.sid).toBe(first.sid)
    expect(Number(fresh.exp)).toBeGreaterThanOrEqual(Number(first.exp) + 60)
    expect(renewalIn(answer)).not.toBe(session.renewal)
    expect(cookieIn(answer, 'podmoga_renewal')).toMatchObject({
      path: '/api/auth/',
      httpOnly: true,
      sameSite: 'Strict',
    })
    expect(await alive(answer.json().access_token)).toBe(true)
    expect(await alive(session.access_token)).toBe(true)
  })

  test('user_tokens keeps the business and the current restaurant, and takes nothing else from the browser', async () => {
    const { renewal } = await start()
    const old = (value: object) => `; user_tokens=${encodeURIComponent(JSON.stringify(value))}`
    const forged = {
      access_token: 'x',
      business: { id: '9', name: 'Чужой', network: 'evil' },
      id: t.walls.r12,
    }
    const kept = await renew(renewal, undefined, old(forged))
    const tokens = JSON.parse(cookieIn(kept, 'user_tokens')?.value ?? '')
    expect(tokens).toEqual({
      access_token: kept.json().access_token,
      business: { id: t.walls.businesses.n1, name: 'Первый бизнес', network: 'n1' },
      id: t.walls.r12,
    })
    const foreign = await renew(renewalIn(kept), undefined, old({ ...forged, id: t.walls.r21 }))
    expect(JSON.parse(cookieIn(foreign, 'user_tokens')?.value ?? '')).not.toHaveProperty('id')
    const broken = await renew(renewalIn(foreign), undefined, '; user_tokens=%7Bnot-json')
    expect(broken.statusCode).toBe(200)
  })

  test('two tabs at the same moment both go on, each with its own cookie', async () => {
    const { renewal } = await start()
    const [one, two] = await Promise.all([renew(renewal), renew(renewal)])
    expect([one.statusCode, two.statusCode]).toEqual([200, 200])
    expect(renewalIn(one)).not.toBe(renewalIn(two))
    t.world.clock.move(9000)
    const late = await renew(renewal)
    expect(late.statusCode).toBe(200)
    for (const answer of [one, two, late]) expect((await renew(renewalIn(answer))).statusCode).toBe(200)
  })

  test('a used one after the grace ends the whole session, with its audit row', async () => {
    const session = await start()
    const fresh = await renew(session.renewal)
    t.world.clock.move(10_001)
    const reused = await renew(session.renewal)
    expect([reused.statusCode, reused.json().code]).toEqual([401, 'unauthorized'])
    expect(reused.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['user_tokens', ''],
      ['podmoga_renewal', ''],
    ])
    expect((await renew(renewalIn(fresh))).statusCode).toBe(401)
    expect(await alive(fresh.json().access_token)).toBe(false)
    const rows = await t.world.sql`
      select ip, request_id, session_id, detail from audit
      where person_id = ${session.person_id} and event = 'session_ended'`
    expect(rows).toEqual([
      {
        ip: '127.0.0.1',
        request_id: reused.headers['x-request-id'],
        session_id: decodeJwt(session.access_token).sid,
        detail: { reason: 'renewal_reused' },
      },
    ])
  })

  test('needs an Origin of ours', async () => {
    const { renewal } = await start()
    const foreign: Record<string, string>[] = [{}, { origin: 'https://evil.example' }, { origin: 'null' }]
    for (const headers of foreign) {
      const answer = await renew(renewal, headers)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'bad_origin'])
      expect(answer.cookies).toEqual([])
    }
    expect((await renew(renewal)).statusCode).toBe(200)
  })

  test('without a cookie, with a made-up one, or with a bearer instead, is 401', async () => {
    const { access_token } = await start()
    for (const renewal of [null, '', 'x', 'a'.repeat(4000), access_token])
      expect((await renew(renewal)).statusCode).toBe(401)
    const bearer = await renew(null, { origin: ORIGIN, authorization: `Bearer ${access_token}` })
    expect(bearer.statusCode).toBe(401)
  })

  test('of a disabled person, or after SESSION_DAYS without any, is 401; each renewal prolongs it', async () => {
    const gone = await start()
    await disablePerson(t.world.sql, gone.person_id)
    expect((await renew(gone.renewal)).statusCode).toBe(401)
    const { renewal } = await start()
    t.world.clock.move(29 * DAY)
    const first = await renew(renewal)
    t.world.clock.move(29 * DAY)
    const next = await renew(renewalIn(first))
    expect([first.statusCode, next.statusCode]).toEqual([200, 200])
    t.world.clock.move(30 * DAY)
    expect((await renew(renewalIn(next))).statusCode).toBe(401)
  })

  test('the database holds no renewal token, only hashes', async () => {
    const { renewal } = await start()
    const forms = [
      Buffer.from(renewal),
      Buffer.from(renewal, 'base64url'),
      createHash('sha256').update(renewal).digest(),
    ]
    const found = await Promise.all(
      forms.map((form) =>
        t.world.sql`select from renewals where token_hash = ${form}`.then(({ count }) => count),
      ),
    )
    expect(found).toEqual([0, 0, 1])
  })
})

describe('A10, H15: signing out', () => {
  test.each([
    ['by the cookie', ({ renewal }: Session) => ({ origin: ORIGIN, cookie: `podmoga_renewal=${renewal}` })],
    ['by the token', ({ access_token }: Session) => ({ authorization: `Bearer ${access_token}` })],
  ])('%s ends the session and clears both cookies where they were set', async (_name, headers) => {
    const session = await start()
    const answer = await signOut(headers(session))
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
    expect(answer.cookies).toMatchObject([
      { name: 'user_tokens', value: '', path: '/', sameSite: 'Lax', expires: new Date(0) },
      { name: 'podmoga_renewal', value: '', path: '/api/auth/', sameSite: 'Strict', expires: new Date(0) },
    ])
    expect(await alive(session.access_token)).toBe(false)
    expect((await renew(session.renewal)).statusCode).toBe(401)
  })

  test('with the cookie’s Domain where one is configured', async () => {
    const domain = await openWorld({ COOKIE_DOMAIN: 'example.uz', PUBLIC_URL: 'https://help.example.uz' })
    const { cookies } = await domain.app.inject({ method: 'POST', url: '/api/auth/sign-out/' })
    await domain.close()
    expect(cookies).toMatchObject([
      { name: 'user_tokens', domain: 'example.uz', path: '/', secure: true },
      { name: 'podmoga_renewal', path: '/api/auth/', secure: true },
    ])
  })

  test('is granted to whoever has no session', async () => {
    const nobody: Record<string, string>[] = [
      {},
      { origin: ORIGIN, cookie: 'podmoga_renewal=x' },
      { authorization: 'Bearer x' },
    ]
    for (const headers of nobody) expect((await signOut(headers)).json()).toEqual({ ok: true })
  })

  test('is not granted to a foreign page, nor by a cookie that no page of ours sent', async () => {
    const session = await start()
    const cookie = `podmoga_renewal=${session.renewal}`
    expect((await signOut({ origin: 'https://evil.example', cookie })).json().code).toBe('bad_origin')
    expect((await signOut({ cookie })).statusCode).toBe(200)
    expect(await alive(session.access_token)).toBe(true)
  })
})

test('A20: one session too many ends the oldest, and only it', async () => {
  const tokens: string[] = []
  for (let i = 0; i < 11; i += 1) {
    t.world.clock.move(1000)
    tokens.push(await t.world.signIn(t.walls.A.login))
  }
  const states = await Promise.all(tokens.map(alive))
  expect(states).toEqual([false, ...Array(10).fill(true)])
})

test('sign-ins at once keep to the limit', async () => {
  const { person_id } = await start()
  const login = `renewal${count}@walls.test`
  await Promise.all(
    Array.from({ length: 20 }, () => t.world.as({})(signIn, { body: { login, password: PASSWORD } })),
  )
  const [row] = await t.world.sql<{ open: number }[]>`
    select count(*)::int as open from sessions where person_id = ${person_id} and ended_at is null`
  expect(row?.open).toBe(10)
})

test('sessions that were over long ago are swept away with their renewal tokens; open ones stay', async () => {
  const over = await start()
  await signOut({ authorization: `Bearer ${over.access_token}` })
  const idle = await start()
  t.world.clock.move(61 * DAY)
  const fresh = await start()
  const now = t.world.clock.now()
  await forgetOld(t.world.sql, { now, over_before: new Date(now.getTime() - 30 * DAY) })
  const rows = await t.world.sql<{ person_id: string }[]>`
    select s.person_id from sessions s join renewals r on r.session_id = s.id
    where s.person_id = any(${[over, idle, fresh].map((session) => session.person_id)}::bigint[])`
  expect(rows.map((row) => row.person_id)).toEqual([fresh.person_id])
})
