import { confirm } from '@podmoga/contract/confirmation'
import { listJournal } from '@podmoga/contract/desk/journal'
import { addApiKey } from '@podmoga/contract/desk/keys'
import { listPeople } from '@podmoga/contract/desk/people'
import { EVENTS_PATH } from '@podmoga/contract/events'
import { getPlaces } from '@podmoga/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
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
  displayName?: string
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
  walls = await seedPeopleManagers(world)
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

  test('who is disabled stays so while the directory says nothing of it, and where it takes the word back', async () => {
    const userName = 'silent@chain.test'
    const { id } = (await scim('POST', 'Users', user({ userName, active: false }))).body
    for (const [method, body] of [
      ['PUT', user({ userName })],
      ['PATCH', patch({ op: 'remove', path: 'active' })],
      ['PATCH', patch({ op: 'replace', path: 'name.familyName', value: 'Рахимов' })],
    ] as const)
      expect((await scim(method, `Users/${id}`, body)).body.active, method).toBe(false)
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
    // A person of another business has it.
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

describe('SCIM groups', () => {
  const members = (...ids: string[]) => ids.map((value) => ({ value }))
  const group = (displayName: string, ...ids: string[]) => ({ displayName, members: members(...ids) })
  const worksIn = async (id: string) =>
    (
      await world.sql<{ id: string; role: string }[]>`
        select restaurant_id as id, role from memberships where person_id = ${id} order by restaurant_id`
    ).map((row) => `${row.id} ${row.role}`)
  const fresh = async (name: string) =>
    addPerson(world.sql, { business_id: walls.businesses.n1, email: `${name}@group.test`, first_name: name })

  test('a group called like a restaurant gives and takes places there, and never a manager’s', async () => {
    const [one, two] = [await fresh('one'), await fresh('two')]
    const made = await scim('POST', 'Groups', { ...group('РЕСТОРАН 12', one.id), externalId: 'entra|7' })
    expect(made).toMatchObject({ status: 201, body: { displayName: 'РЕСТОРАН 12', externalId: 'entra|7' } })
    const { id } = made.body
    expect(await worksIn(one.id)).toEqual([`${walls.r12} staff`])
    // In the format of Entra ID and Okta.
    await scim(
      'PATCH',
      `Groups/${id}`,
      patch({ op: 'Add', path: 'members', value: members(two.id, walls.manager.id) }),
    )
    expect(await worksIn(two.id)).toEqual([`${walls.r12} staff`])
    await world.sql`update memberships set role = 'manager' where person_id = ${two.id}`
    const gone = [two, one].map(({ id: value }) => ({ op: 'remove', path: `members[value eq "${value}"]` }))
    const left = await scim('PATCH', `Groups/${id}`, patch(...gone))
    expect(left.body).toMatchObject({ members: [{ value: walls.manager.id }] })
    expect([await worksIn(one.id), await worksIn(two.id)]).toEqual([[], [`${walls.r12} manager`]])
    // With another name it is only a list of people; two groups of one restaurant give one membership.
    await scim('PUT', `Groups/${id}`, group('Смена Б', one.id))
    expect(await worksIn(one.id)).toEqual([])
    await scim('PATCH', `Groups/${id}`, patch({ op: 'replace', value: { displayName: 'Ресторан 11' } }))
    expect(await worksIn(one.id)).toEqual([`${walls.r11} staff`])
    expect((await scim('DELETE', `Groups/${id}`)).status).toBe(204)
    expect(await worksIn(one.id)).toEqual([])
    expect((await scim('GET', `Groups/${id}`)).status).toBe(404)
    const [entry] = await world.sql<{ key_id: string | null; person_id: string }[]>`
      select key_id, person_id from audit where subject = ${`person ${one.id}`} order by id limit 1`
    const [used] = await world.sql<
      { id: string }[]
    >`select id from api_keys where prefix = ${key.slice(0, 16)}`
    // The creator of the key, and which key it was.
    expect(entry).toEqual({ key_id: used?.id, person_id: walls.admin.id })
    const call = world.as({ token: await world.signIn(walls.admin.login) })
    const { results } = await call(listJournal, { query: { whom: one.id } })
    expect(results[0]).toMatchObject({ event: 'access_changed', key: { id: used?.id, name: 'Каталог' } })
  })

  test('are found by name and id, listed by pages, with members or without, and one of a name', async () => {
    const person = await fresh('list')
    const made = await Promise.all(
      ['Смена А', 'смена а', 'Смена В'].map((name) => scim('POST', 'Groups', group(name, person.id))),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 409])
    const ids = made.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
    const filter = encodeURIComponent('displayName eq "СМЕНА В"')
    const found = await scim('GET', `Groups?filter=${filter}&excludedAttributes=members`)
    expect(found.body.totalResults).toBe(1)
    expect(found.body.Resources?.[0]).not.toHaveProperty('members')
    const second = await scim('GET', 'Groups?startIndex=2&count=1')
    expect(second.body.Resources).toMatchObject([{ members: [{ value: person.id, display: 'list' }] }])
    for (const id of ids) {
      const off = patch({ op: 'replace', path: 'members', value: [] })
      expect((await scim('GET', `Groups/${id}`, undefined, foreign_key)).status).toBe(404)
      expect((await scim('PATCH', `Groups/${id}`, off, foreign_key)).status).toBe(404)
      expect((await scim('DELETE', `Groups/${id}`, undefined, foreign_key)).status).toBe(404)
      expect((await scim('GET', `Groups/${id}`)).body).toMatchObject({ members: [{ value: person.id }] })
    }
    expect((await scim('GET', 'Groups', undefined, foreign_key)).body.totalResults).toBe(0)
    expect((await scim('GET', 'Groups', undefined, admin_key)).status).toBe(403)
  })

  test.each([
    ['nobody', { displayName: 'X', members: [{ value: '999999' }] }],
    ['somebody of another business', () => ({ displayName: 'X', members: [{ value: walls.D.id }] })],
    ['no number', { displayName: 'X', members: [{ value: "1' or 1=1" }] }],
    ['no name', { displayName: ' ' }],
    ['a broken name', { displayName: 'a\u0000' }],
    ['no list', { displayName: 'X', members: 'all' }],
  ])('%s is refused with a Russian sentence, and no half of it is kept', async (_, body) => {
    const sent = typeof body === 'function' ? body() : body
    const answer = await scim('POST', 'Groups', sent)
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(/[а-я]/i)])
    expect(await world.sql`select from scim_groups where display_name = 'X'`).toHaveLength(0)
  })
})

test('whoever is deactivated is out of every open page within five seconds', async () => {
  const person = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'watcher@walls.test',
    restaurants: [walls.r11],
  })
  const url = await world.listen()
  const headers = { authorization: `Bearer ${await world.signIn(person.login)}`, authrestaurantid: walls.r11 }
  const stream = await fetch(`${url}/api/${EVENTS_PATH}`, { headers })
  expect(stream.status).toBe(200)
  const off = patch({ op: 'replace', path: 'active', value: false })
  const began = performance.now()
  expect((await scim('PATCH', `Users/${person.id}`, off)).status).toBe(200)
  // The stream ends by itself; the test's own timeout is the limit.
  expect(await stream.text()).toContain('access_ended')
  expect(performance.now() - began).toBeLessThan(5000)
  expect((await fetch(`${url}/api/auth/places/`, { headers })).status).toBe(401)
})

describe('its walls', () => {
  test('N04: a key without the scope, a person’s token, nobody’s key and no key at all are refused', async () => {
    const token = await world.signIn(walls.agent.login)
    for (const [other, status] of [
      [admin_key, 403],
      [token, 403],
      ['', 401],
      [`podmoga_00000000_${'a'.repeat(43)}`, 401],
    ] as const)
      expect((await scim('GET', 'Users', undefined, other)).status).toBe(status)
    // A directory's key does not work for the desk.
    await expect(world.as({ token: key })(listPeople, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('N04: an admin’s own session opens none of it, confirmed or not: a directory comes with a key', async () => {
    const token = await world.signIn(walls.admin.login)
    const calls = [
      ['GET', 'Users', undefined],
      ['GET', `Users/${walls.B.id}`, undefined],
      ['POST', 'Users', user({ userName: 'by-session@chain.test' })],
      ['PATCH', `Users/${walls.B.id}`, patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', `Users/${walls.B.id}`, undefined],
      ['GET', 'Groups', undefined],
      ['POST', 'Groups', { displayName: 'Ресторан 12', members: [{ value: walls.B.id }] }],
      ['GET', 'ServiceProviderConfig', undefined],
    ] as const
    const refused = async () => {
      for (const [method, path, payload] of calls) {
        const { status, body } = await scim(method, path, payload, token)
        expect([method, path, status], body.detail).toEqual([method, path, 403])
        expect(body.detail).toMatch(/ключ/i)
      }
    }
    await refused()
    await world.as({ token })(confirm, { body: { password: PASSWORD } })
    await refused()
    expect(await world.sql`select from people where email = 'by-session@chain.test'`).toHaveLength(0)
    const [b] = await world.sql`
      select disabled_at, array(select restaurant_id::text from memberships m where m.person_id = p.id) as places
      from people p where id = ${walls.B.id}`
    expect(b).toEqual({ disabled_at: null, places: [walls.r11] })
  })

  test('a group gives and takes no place of whoever made the key, nor of the operator', async () => {
    const members = [walls.admin, walls.operator, walls.C].map(({ id: value }) => ({ value }))
    const { body } = await scim('POST', 'Groups', { displayName: 'Ресторан 11', members })
    expect(body).toMatchObject({
      members: expect.arrayContaining(members.map((one) => expect.objectContaining(one))),
    })
    const has = async () =>
      (
        await world.sql<{ id: string }[]>`
          select person_id as id from memberships where restaurant_id = ${walls.r11}
            and person_id = any(${members.map(({ value }) => value)}::bigint[])`
      ).map(({ id }) => id)
    expect(await has()).toEqual([walls.C.id])
    await world.sql`insert into memberships (person_id, restaurant_id) values (${walls.operator.id}, ${walls.r11})`
    await scim('DELETE', `Groups/${body.id}`)
    expect(await has()).toEqual([walls.operator.id])
    await world.sql`delete from memberships where person_id = ${walls.operator.id}`
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

  test('N01: nobody above is shut out: the operator, whoever made the key', async () => {
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
