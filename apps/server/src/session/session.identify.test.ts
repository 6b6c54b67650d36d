import { request as httpRequest } from 'node:http'
import { ENDPOINTS } from '@podmoga/contract/all'
import { pathOf } from '@podmoga/contract/client'
import type { Auth, EndpointDeclaration } from '@podmoga/contract/endpoint'
import { kindsOf } from '@podmoga/contract/rights'
import { getPlaces, listRestaurants, signOut } from '@podmoga/contract/session'
import { openSql } from '@podmoga/sql/sql'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../testing.ts'
import { findAccess } from './session.access.sql.ts'
import { endSessions } from './session.sql.ts'
import { addPerson, disablePerson, removeMember, seedWalls, type TestPerson } from './session.testing.ts'
import { secondServer } from './session.testing-server.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedWalls>>
let second: FastifyInstance
let base: string

beforeAll(async () => {
  world = await openWorld({ REQUESTS_PER_MINUTE: '100000', SIGN_IN_FAILURES_ADDRESS: '1000' })
  walls = await seedWalls(world.sql)
  second = await secondServer(world)
  base = await world.listen()
})
afterAll(async () => {
  await second.close()
  await world.close()
})

type Headers = Record<string, string | string[]>

/** Uses a real socket: it is the only way to send one header twice. */
const get = (path: string, headers: Headers): Promise<{ status: number; body: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${base}${path}`, { headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }))
    })
    sent.on('error', reject).end()
  })

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** Status and code of listRestaurants called by the person in a restaurant. */
const enter = async (
  token: string,
  restaurant_id: string,
  on: FastifyInstance = world.app,
): Promise<string> => {
  const answer = await on.inject({
    url: '/api/users/restaurants/',
    headers: { ...bearer(token), authrestaurantid: restaurant_id },
  })
  return answer.statusCode === 200 ? '200' : `${answer.statusCode} ${answer.json().code}`
}

const newcomer = async (name: string): Promise<TestPerson & { token: string }> => {
  const person = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: `${name}@identify.test`,
    restaurants: [walls.r11],
  })
  return { ...person, token: await world.signIn(person.login) }
}

/** The contract's calls that have a route, filtered by who may call them. */
const served = (...auths: Auth[]): EndpointDeclaration[] =>
  ENDPOINTS.filter(
    (one) =>
      kindsOf(one).some((kind) => auths.includes(kind)) &&
      world.app.hasRoute({ method: one.method, url: `/api/${one.path}` }),
  )
const guarded = () => served('person', 'staff', 'agent', 'editor', 'desk')

const call = (endpoint: EndpointDeclaration, headers: Headers, query = '') => {
  const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '1']))
  const url = `/api/${pathOf(endpoint, { params })}${query}`
  return world.app.inject({ method: endpoint.method, url, headers })
}

test('every call of the contract is served: the walks below miss none', () => {
  const missing = ENDPOINTS.filter(
    ({ method, path }) => !world.app.hasRoute({ method, url: `/api/${path}` }),
  ).map(({ name }) => name)
  expect(missing).toEqual([])
})

describe('A: the token', () => {
  test('A01: every call without a token is the same 401', async () => {
    const bodies = new Set<string>()
    for (const endpoint of guarded()) {
      const answer = await call(endpoint, {})
      expect(answer.statusCode, endpoint.name).toBe(401)
      expect(answer.headers['content-type'], endpoint.name).toBe('application/json; charset=utf-8')
      bodies.add(answer.body)
    }
    expect([...bodies]).toEqual(['{"error":"Нужно войти в систему.","code":"unauthorized"}'])
  })

  test('A02: headers that are not one bearer token', async () => {
    const token = await world.signIn(walls.A.login)
    const values: (string | string[])[] = [
      'Bearer',
      'Bearer ',
      'bearer x',
      'Bearer a.b.c',
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      token,
      `Bearer ${token} `.repeat(2),
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${'a'.repeat(5000)}.${'b'.repeat(5000)}.c`,
      [`Bearer ${token}`, `Bearer ${token}`],
      [`Bearer ${token}`, 'Bearer x'],
    ]
    for (const authorization of values) {
      const answer = await get('/api/auth/places/', { authorization })
      expect([answer.status, answer.body.code], String(authorization)).toEqual([401, 'unauthorized'])
    }
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await get('/api/auth/places/', { authorization: `${scheme} ${token}` })).status).toBe(200)
  })

  test('A09: a person disabled after the sign-in', async () => {
    const { id, token } = await newcomer('disabled')
    expect(await enter(token, walls.r11)).toBe('200')
    await disablePerson(world.sql, id)
    world.clock.move(2000)
    expect(await enter(token, walls.r11)).toBe('401 unauthorized')
  })

  test('A10: a token after its sign-out, at once', async () => {
    const { token } = await newcomer('leaver')
    expect(await enter(token, walls.r11)).toBe('200')
    expect(await world.as({ token })(signOut, {})).toEqual({ ok: true })
    expect(await enter(token, walls.r11)).toBe('401 unauthorized')
    await expect(world.as({ token })(getPlaces, {})).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('P12: sessions that end elsewhere, at once here and within 5 s on another server', async () => {
    const { id, login, token } = await newcomer('elsewhere')
    const kept = await world.signIn(login)
    const [manager] = await world.sql<{ id: string }[]>`
      select id from sessions where person_id = ${id} order by created_at desc limit 1`
    const where = async () =>
      Promise.all([enter(token, walls.r11), enter(token, walls.r11, second), enter(kept, walls.r11, second)])
    expect(await where()).toEqual(['200', '200', '200'])
    await endSessions(world.sql, {
      person_id: id,
      except_session_id: manager?.id ?? null,
      reason: 'password_changed',
      now: world.clock.now(),
    })
    expect(await enter(token, walls.r11)).toBe('401 unauthorized')
    world.clock.move(2000)
    expect(await where()).toEqual(['401 unauthorized', '401 unauthorized', '200'])
    const rows = await world.sql`
      select detail from audit where person_id = ${id} and event = 'session_ended'`
    expect(rows).toEqual([{ detail: { reason: 'password_changed' } }])
  })

  test('A13: the cookie, a query or a body never stand in for the header', async () => {
    const token = await world.signIn(walls.A.login)
    const tokens = encodeURIComponent(JSON.stringify({ access_token: token, id: walls.r11 }))
    for (const endpoint of guarded().filter(({ name }) => /list|get|send|create/.test(name))) {
      const headers = { cookie: `user_tokens=${tokens}`, authrestaurantid: walls.r11 }
      const query = `?access_token=${token}&authorization=Bearer%20${token}&token=${token}`
      expect((await call(endpoint, headers, query)).statusCode, endpoint.name).toBe(401)
    }
  })

  test('A25: malformed addresses give no data', async () => {
    for (const url of [
      '/api/%',
      '/api/%zz',
      '//users/profile/',
      '//api/users/restaurants/',
      '/api//users/restaurants/',
      '/users/profile/..;/',
      '/api/x/..;/users/restaurants/',
      '/api/%2e%2e/api/users/restaurants/',
      '/api/users/restaurants',
      '/api/users/restaurants/%00',
      '/API/users/restaurants/',
    ]) {
      const answer = await world.app.inject({ url, headers: { accept: 'application/json' } })
      expect([400, 401, 404], url).toContain(answer.statusCode)
      expect(answer.body, url).not.toMatch(/Ресторан \d/)
    }
  })
})

describe('Z: the walls', () => {
  test('Z05: a restaurant of another business, or of nobody, on every call', async () => {
    const token = await world.signIn(walls.A.login)
    for (const endpoint of served('staff'))
      for (const authrestaurantid of [walls.r21, '999999999']) {
        const answer = await call(endpoint, { ...bearer(token), authrestaurantid })
        expect([answer.statusCode, answer.json().code], endpoint.name).toEqual([403, 'forbidden'])
      }
    expect(await enter(await world.signIn(walls.C.login), walls.r11), 'same business').toBe('403 forbidden')
    const [row] = await world.sql<{ restaurant_id: string }[]>`
      select detail->>'restaurant_id' as restaurant_id from audit
      where event = 'tenant_mismatch' and person_id = ${walls.C.id}`
    expect(row?.restaurant_id).toBe(walls.r11)
  })

  test('a membership in a restaurant of another business opens nothing', async () => {
    const { id, token } = await newcomer('mixed')
    await world.sql`insert into memberships (person_id, restaurant_id) values (${id}, ${walls.r21})`
    expect(await enter(token, walls.r21)).toBe('403 forbidden')
    const { restaurants } = await world.as({ token })(getPlaces, {})
    expect(restaurants.map((restaurant) => restaurant.id)).toEqual([walls.r11])
  })

  test('Z06: a missing, odd or doubled restaurant header never falls back to another', async () => {
    const token = await world.signIn(walls.A.login)
    const { r11, r12 } = walls
    const values: (string | string[] | undefined)[] = [
      undefined,
      '',
      '0',
      'abc',
      `${r11},${r12}`,
      `0${r11}`,
      `-${r11}`,
      `${r11}.0`,
      '1e0',
      '١',
      '9'.repeat(19),
      '1'.repeat(1024),
      [r11, r12],
      [r11, r11],
    ]
    for (const value of values) {
      const answer = await get('/api/users/restaurants/', {
        ...bearer(token),
        ...(value === undefined
          ? {}
          : { authrestaurantid: value === '١' ? Buffer.from(value).toString('latin1') : value }),
      })
      // A well-formed id is an unknown restaurant; anything else is not an id.
      const isId = typeof value === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(value)
      expect([answer.status, answer.body.code], String(value)).toEqual(
        isId ? [403, 'forbidden'] : [400, 'bad_request'],
      )
      expect(answer.body.error).toMatch(/[а-я]/)
    }
    expect(await enter(token, '9'.repeat(18))).toBe('403 forbidden')
  })

  test('Z08: the network is the business’s own or is not named', async () => {
    const token = await world.signIn(walls.A.login)
    const headers = { ...bearer(token), authrestaurantid: walls.r11 }
    const with_network = async (value: string | string[]) =>
      (await get('/api/users/restaurants/', { ...headers, authbusinessnetwork: value })).status
    expect(await enter(token, walls.r11)).toBe('200')
    expect(await with_network('n1')).toBe(200)
    for (const value of ['n2', 'N1', '', 'n1,n2', ['n1', 'n2'], ['n1', 'n1']])
      expect(await with_network(value), String(value)).toBe(403)
    const f = await world.signIn(walls.F.login)
    expect(await enter(f, walls.r31)).toBe('200')
    await expect(
      world.as({ token: f, restaurant_id: walls.r31, network: 'n1' })(listRestaurants, {}),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('Z22: removed from a restaurant while the token lives', async () => {
    const person = walls.G
    await world.sql`
      insert into memberships (person_id, restaurant_id) values (${person.id}, ${walls.r12})`
    const token = await world.signIn(person.login)
    expect([await enter(token, walls.r11), await enter(token, walls.r11, second)]).toEqual(['200', '200'])
    await removeMember(world.sql, person.id, walls.r11)
    world.clock.move(2000)
    expect([await enter(token, walls.r11), await enter(token, walls.r11, second)]).toEqual([
      '403 forbidden',
      '403 forbidden',
    ])
    const { restaurants } = await world.as({ token, restaurant_id: walls.r12 })(listRestaurants, {})
    expect(restaurants).toEqual([{ id: walls.r12, name: 'Ресторан 12' }])
  })

  test('Z28: users/restaurants/ has only one’s own, by name, with exactly id and name', async () => {
    const token = await world.signIn(walls.A.login)
    const answer = await get('/api/users/restaurants/', { ...bearer(token), authrestaurantid: walls.r12 })
    expect(answer.body).toEqual({
      restaurants: [
        { id: walls.r11, name: 'Ресторан 11' },
        { id: walls.r12, name: 'Ресторан 12' },
      ],
    })
  })

  test('S06: a business that has not paid', async () => {
    const { token } = await newcomer('unpaid')
    const { n1 } = walls.businesses
    const url = '/api/users/restaurants/'
    const headers = { ...bearer(token), authrestaurantid: walls.r11 }
    await world.sql`update businesses set paid_until = ${world.clock.now()} where id = ${n1}`
    world.clock.move(1)
    const answer = await world.app.inject({ url, headers })
    await world.sql`update businesses set paid_until = null where id = ${n1}`
    world.clock.move(2000)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({
      error: expect.stringMatching(/^Подписка/),
      code: 'subscription_expired',
      subscription_expired: true,
    })
    expect((await world.app.inject({ url, headers })).statusCode).toBe(200)
  })

  test('the desk is for its own roles', async () => {
    const tokens = {
      staff: await world.signIn(walls.A.login),
      agent: await world.signIn(walls.agent.login),
      editor: await world.signIn(walls.editor.login),
    }
    for (const endpoint of served('agent', 'editor'))
      for (const [role, token] of Object.entries(tokens)) {
        if (kindsOf(endpoint).some((kind) => kind === role)) continue
        const answer = await call(endpoint, { ...bearer(token), authrestaurantid: walls.r11 })
        expect([answer.statusCode, answer.json().code], `${role} ${endpoint.name}`).toEqual([
          403,
          'forbidden',
        ])
      }
    expect(await enter(tokens.agent, walls.r11)).toBe('403 forbidden')
    expect((await world.as({ token: tokens.editor })(getPlaces, {})).desk_roles).toEqual(['editor'])
  })

  test('a revoked right is noticed even while somebody else reads it', async () => {
    const { id, token } = await newcomer('racer')
    const rounds = await Promise.all([
      ...Array.from({ length: 20 }, () => enter(token, walls.r11)),
      endSessions(world.sql, {
        person_id: id,
        except_session_id: null,
        reason: 'test',
        now: world.clock.now(),
      }).then(() => enter(token, walls.r11)),
    ])
    expect(rounds.at(-1)).toBe('401 unauthorized')
  })
})

test('the access query uses a cached generic plan', async () => {
  // One connection: each connection caches its own plans.
  const sql = openSql(world.sql.connection, 1)
  try {
    const [person] = await sql<
      { subject: string }[]
    >`select subject from people where email = ${walls.A.login}`
    const question = { subject: person?.subject ?? '', session_id: null, restaurant_id: walls.r11 }
    for (let more = 0; more < 10; more += 1) {
      const [row] = await findAccess(sql, [question], new Date())
      expect(row?.restaurant_id).toBe(walls.r11)
    }
    const [plans] = await sql`
      select generic_plans::int as again, custom_plans::int as anew from pg_prepared_statements
      where statement like '%agent_of%' and statement not like '%pg_prepared_statements%'`
    expect(plans).toEqual({ again: 5, anew: 5 })
    const rows = await findAccess(sql, [{ ...question, subject: 'nobody' }, question], new Date())
    expect(rows.map((row) => row?.restaurant_id)).toEqual([undefined, walls.r11])
  } finally {
    await sql.end()
  }
})
