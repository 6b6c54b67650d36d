import { addApiKey } from '@podmoga/contract/desk/keys'
import { listPeople } from '@podmoga/contract/desk/people'
import { getPlaces } from '@podmoga/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { seedKeepers } from './business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedKeepers>>
let key: string
let foreign_key: string
let admin_key: string

interface User {
  id: string
  userName: string
  active: boolean
  externalId?: string
  name: { givenName: string; familyName: string }
  detail?: string
  scimType?: string
  totalResults?: number
  Resources?: User[]
}

const scim = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object | string,
  token: string | undefined = key,
) => {
  const answer = await world.app.inject({
    method,
    url: `/api/scim/v2/${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(payload === undefined
      ? {}
      : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  const body = answer.body === '' ? ({} as User) : answer.json<User>()
  return { status: answer.statusCode, type: String(answer.headers['content-type']), body }
}
const user = (more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `cook-${Math.random()}@chain.test`,
  name: { givenName: 'Дилшод', familyName: 'Каримов' },
  ...more,
})
const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const makeKey = async (login: string, scopes: ('scim' | 'admin')[]) => {
  const call = world.as({ token: await world.signIn(login) })
  return (await call(addApiKey, { body: { name: 'Каталог', scopes, days: null } })).key
}

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '86400' })
  walls = await seedKeepers(world)
  key = await makeKey(walls.admin.login, ['scim'])
  admin_key = await makeKey(walls.admin.login, ['admin'])
  foreign_key = await makeKey(walls.admin2.login, ['scim'])
})
afterAll(() => world.close())

describe('SCIM users', () => {
  test('are added, found by userName and externalId, renamed, and listed by pages', async () => {
    const made = await scim('POST', 'Users', user({ externalId: 'okta|1', userName: 'Dilshod@Chain.test' }))
    expect(made).toMatchObject({
      status: 201,
      body: { userName: 'Dilshod@chain.test', active: true, externalId: 'okta|1' },
    })
    expect(made.type).toContain('application/scim+json')
    const { id } = made.body
    for (const filter of ['userName eq "DILSHOD@chain.test"', 'externalId eq "okta|1"', `id eq "${id}"`])
      expect((await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)).body, filter).toMatchObject({
        totalResults: 1,
        Resources: [{ id }],
      })
    const renamed = await scim(
      'PATCH',
      `Users/${id}`,
      patch({ op: 'Replace', path: 'name.familyName', value: 'Рахимов' }),
    )
    expect(renamed.body.name).toMatchObject({ givenName: 'Дилшод', familyName: 'Рахимов' })
    expect((await scim('PUT', `Users/${id}`, user({ userName: 'dilshod@chain.test' }))).body).toMatchObject({
      name: { familyName: 'Каримов' },
      active: true,
    })
    const all = await scim('GET', 'Users?count=1000')
    const total = all.body.totalResults ?? 0
    const ids: string[] = []
    for (let start = 1; start <= total; start += 2)
      for (const one of (await scim('GET', `Users?startIndex=${start}&count=2`)).body.Resources ?? [])
        ids.push(one.id)
    expect(ids).toEqual(all.body.Resources?.map((one) => one.id))
    expect(new Set(ids).size).toBe(total)
  })

  test('deactivation ends sessions at once; words for booleans are taken; activation opens the door again', async () => {
    const person = await addPerson(world.sql, {
      business_id: walls.businesses.n1,
      email: 'leaver@walls.test',
      first_name: 'Уходящий',
      restaurants: [walls.r11],
    })
    const call = world.as({ token: await world.signIn(person.login) })
    await call(getPlaces, {})
    expect(
      (await scim('PATCH', `Users/${person.id}`, patch({ op: 'replace', value: { active: 'False' } }))).body
        .active,
    ).toBe(false)
    await expect(call(getPlaces, {})).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(world.signIn(person.login)).rejects.toMatchObject({ code: 'bad_credentials' })
    expect(
      (await scim('PATCH', `Users/${person.id}`, patch({ op: 'replace', path: 'active', value: true }))).body
        .active,
    ).toBe(true)
    expect(await world.signIn(person.login)).toBeTruthy()
    const events = await world.sql<{ event: string }[]>`
      select event from audit where subject = ${`person ${person.id}`} order by id`
    expect(events.map(({ event }) => event)).toEqual(['person_disabled', 'person_enabled'])
  })

  test('who is deleted is gone for the directory, stays with what they wrote, and comes back as themselves', async () => {
    const { body } = await scim('POST', 'Users', user({ userName: 'back@chain.test', externalId: 'ext-9' }))
    expect((await scim('DELETE', `Users/${body.id}`)).status).toBe(204)
    expect((await scim('GET', `Users/${body.id}`)).status).toBe(404)
    expect((await scim('DELETE', `Users/${body.id}`)).status).toBe(404)
    const [row] =
      await world.sql`select disabled_at is not null as disabled from people where id = ${body.id}`
    expect(row).toEqual({ disabled: true })
    const again = await scim('POST', 'Users', user({ userName: 'back@chain.test', externalId: 'ext-10' }))
    expect(again).toMatchObject({ status: 201, body: { id: body.id, active: true, externalId: 'ext-10' } })
  })

  test('one name, one person: twice at once makes one, and a taken address or id is a conflict', async () => {
    const both = await Promise.all(
      Array.from({ length: 4 }, () => scim('POST', 'Users', user({ userName: 'race@chain.test' }))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      scimType: 'uniqueness',
      detail: expect.stringMatching(/[а-я]/),
    })
    await scim('POST', 'Users', user({ externalId: 'same' }))
    expect((await scim('POST', 'Users', user({ externalId: 'same' }))).status).toBe(409)
    // Somebody of another business has it.
    expect((await scim('POST', 'Users', user({ userName: walls.D.login }))).status).toBe(409)
  })

  test('an address is a way in: no directory changes it', async () => {
    const path = `Users/${walls.B.id}`
    for (const value of ['evil@chain.test', '+998901112244'])
      expect((await scim('PATCH', path, patch({ op: 'replace', path: 'userName', value }))).status).toBe(400)
    expect(
      (
        await scim(
          'PATCH',
          path,
          patch({ op: 'add', path: 'emails[type eq "work"].value', value: 'e@chain.test' }),
        )
      ).status,
    ).toBe(400)
    expect((await scim('GET', path)).body.userName).toBe(walls.B.login)
  })
})

describe('its walls', () => {
  test('a key without the scope, a person’s token, nobody’s key and no key at all are refused', async () => {
    const token = await world.signIn(walls.agent.login)
    for (const [other, status] of [
      [admin_key, 403],
      [token, 403],
      ['', 401],
      [`podmoga_00000000_${'a'.repeat(43)}`, 401],
    ] as const)
      expect((await scim('GET', 'Users', undefined, other)).status).toBe(status)
    // A key for the directory is none for the desk.
    await expect(world.as({ token: key })(listPeople, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('another business’s people are not there, by id, by name and by filter', async () => {
    const path = `Users/${walls.B.id}`
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await scim('GET', path, undefined, foreign_key)).status).toBe(404)
    expect((await scim('PATCH', path, off, foreign_key)).status).toBe(404)
    expect((await scim('PUT', path, user(), foreign_key)).status).toBe(404)
    expect((await scim('DELETE', path, undefined, foreign_key)).status).toBe(404)
    const filter = encodeURIComponent(`userName eq "${walls.B.login}"`)
    expect((await scim('GET', `Users?filter=${filter}`, undefined, foreign_key)).body.totalResults).toBe(0)
    expect((await scim('GET', path)).body.active).toBe(true)
  })

  test('nobody above is shut out: the operator, whoever made the key', async () => {
    const off = patch({ op: 'replace', path: 'active', value: false })
    for (const person of [walls.operator, walls.admin])
      expect((await scim('PATCH', `Users/${person.id}`, off)).status).toBe(403)
  })

  test.each([
    ['Users', '{'],
    ['Users', '[]'],
    ['Users', '{"userName":1}'],
    ['Users', '{"userName":"nobody"}'],
    ['Users', '{"userName":"a@b.test","__proto__":{"x":1}}'],
    ['Users', '{"userName":"a\\u0000@b.test"}'],
    ['Users', '{"userName":"z@b.test","name":{"givenName":"\\u0000"}}'],
    ['Users', `{"userName":"${'a'.repeat(300)}@b.test"}`],
  ])('%s refuses %s with a Russian sentence', async (path, payload) => {
    const { status, body } = await scim('POST', path, payload)
    expect(status).toBe(400)
    expect(body.detail).toMatch(/[а-я]/i)
  })

  test.each([
    'Users?filter=userName%20sw%20%22a%22',
    'Users?filter=%27%20or%201%3D1',
    'Users?count=abc',
    'Users?startIndex=1e9',
    'Users/0',
    'Users/%00',
    'Users/99999999999999999999',
  ])('GET %s is refused, not broken', async (path) => {
    expect([400, 404]).toContain((await scim('GET', path)).status)
  })
})
