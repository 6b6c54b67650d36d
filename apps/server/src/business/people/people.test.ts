import { ENDPOINTS } from '@podmoga/contract/all'
import { acceptInvitation } from '@podmoga/contract/business'
import type { Call } from '@podmoga/contract/client'
import { pathOf } from '@podmoga/contract/client'
import * as adminCalls from '@podmoga/contract/desk/admin'
import * as peopleCalls from '@podmoga/contract/desk/people'
import { getAdminSettings, setAdminSettings } from '@podmoga/contract/desk/settings'
import { kindsOf } from '@podmoga/contract/rights'
import { listRestaurants } from '@podmoga/contract/session'
import { createTicket, getTicket, listPaymentIssueTypes } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'

const admin = { ...adminCalls, ...peopleCalls }

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'manager' | 'agent' | 'staff' | 'operator', Call>
let next = 0

const NEW = 'Vesna-v-Buxare-24'

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off' })
  walls = await seedPeopleManagers(world)
  const { A: staff, ...managers } = await signInPeopleManagers(
    world,
    walls,
    'admin',
    'admin2',
    'manager',
    'agent',
    'A',
    'operator',
  )
  as = { ...managers, staff }
})
afterAll(() => world.close())
beforeEach(() => {
  next += 1
})

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const cook = (more: Partial<Parameters<typeof addPerson>[1]> = {}) =>
  addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: `cook${next}-${Math.random()}@walls.test`,
    first_name: 'Повар',
    restaurants: [walls.r11],
    ...more,
  })
const invite = (
  call: Call,
  body: Partial<Parameters<typeof call<typeof admin.invitePerson>>[1]['body']> = {},
) =>
  call(admin.invitePerson, {
    body: {
      first_name: 'Новый',
      email: `new${next}-${Math.random()}@walls.test`,
      restaurants: [{ id: walls.r11 }],
      ...body,
    },
  })
const access = (call: Call, personId: string, restaurants: string[], more: object = {}) =>
  call(admin.setPersonAccess, {
    params: { personId },
    body: { restaurants: restaurants.map((id) => ({ id })), ...more },
  })

describe('who may do what', () => {
  test('every call of the administration, every role', async () => {
    const allowed: Record<string, (keyof typeof as)[]> = {
      manager: ['admin', 'admin2', 'manager'],
      admin: ['admin', 'admin2'],
    }
    for (const endpoint of ENDPOINTS.filter(({ path }) => path.startsWith('desk/admin/')))
      for (const [role, login] of Object.entries({
        admin2: walls.admin2.login,
        manager: walls.manager.login,
        agent: walls.agent.login,
        editor: walls.editor.login,
        staff: walls.A.login,
        operator: walls.operator.login,
      })) {
        const params = Object.fromEntries(
          Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '0']),
        )
        const answer = await world.app.inject({
          method: endpoint.method,
          url: `/api/${pathOf(endpoint, { params })}`,
          headers: { authorization: `Bearer ${await tokenOf(login)}` },
        })
        const may = kindsOf(endpoint).some((kind) => allowed[kind]?.includes(role as keyof typeof as))
        expect(
          answer.statusCode === 403 && answer.json().code === 'forbidden',
          `${role} ${endpoint.name}`,
        ).toBe(!may)
      }
  })

  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (login: string): Promise<string> => {
    const token = tokens.get(login) ?? world.signIn(login)
    tokens.set(login, token)
    return token
  }

  test('another business is not there: its people, its restaurants, its roles', async () => {
    const { id } = await cook()
    expect(await code(as.admin2(admin.getAdminPerson, { params: { personId: id } }))).toBe('not_found')
    expect(await code(as.admin2(admin.disablePerson, { params: { personId: id } }))).toBe('not_found')
    expect(await code(as.admin2(admin.inviteAgain, { params: { personId: id }, body: {} }))).toBe('not_found')
    expect(await code(access(as.admin, id, [walls.r21]))).toBe('not_found')
    expect(await code(invite(as.admin, { restaurants: [{ id: walls.r21 }] }))).toBe('not_found')
    const bulk = { ids: [walls.D.id], add: [walls.r11] }
    expect(await code(as.admin(admin.addToRestaurants, { body: bulk }))).toBe('not_found')
    const names = (await as.admin2(admin.listPeople, {})).results.map(({ email }) => email)
    expect(names).toContain('d@walls.test')
    expect(names).not.toContain('a@walls.test')
  })

  test('a manager keeps the staff of their own restaurants and no more', async () => {
    const mine = await cook()
    const other = await cook({ restaurants: [walls.r12], email: `other${next}@walls.test` })
    const both = await cook({ restaurants: [walls.r11, walls.r12], email: `both${next}@walls.test` })
    expect(await code(as.manager(admin.disablePerson, { params: { personId: other.id } }))).toBe('not_found')
    expect(await code(as.manager(admin.disablePerson, { params: { personId: both.id } }))).toBe('above_you')
    expect(await code(access(as.manager, mine.id, [walls.r12]))).toBe('not_found')
    expect(await code(access(as.manager, mine.id, [walls.r11], { desk_roles: ['admin'] }))).toBe('above_you')
    const managed = { restaurants: [{ id: walls.r11, role: 'manager' as const }] }
    expect(await code(invite(as.manager, managed))).toBe('above_you')
    expect(await code(invite(as.manager, { restaurants: [] }))).toBe('invalid')
    // Removed from the manager's restaurant, they keep the other one.
    await code(access(as.manager, both.id, []))
    const left = await as.admin(admin.getAdminPerson, { params: { personId: both.id } })
    expect(left.restaurants.map(({ id }) => id)).toEqual([walls.r12])
  })

  test('many at once get restaurants and roles, or nobody does', async () => {
    const one = await cook()
    const two = await cook()
    const ids = [one.id, two.id]
    const bulk = (call: Call, body: object) => code(call(admin.addToRestaurants, { body: { ids, ...body } }))
    const seen = async (personId: string) => {
      const { restaurants, desk_roles } = await as.admin(admin.getAdminPerson, { params: { personId } })
      return [restaurants.map(({ id, role }) => `${id} ${role}`), desk_roles]
    }
    expect(await bulk(as.manager, { add: [walls.r11], role: 'manager' })).toBe('above_you')
    expect(await bulk(as.manager, { desk_add: ['agent'] })).toBe('above_you')
    expect(await bulk(as.admin2, { desk_add: ['agent'] })).toBe('not_found')
    // One person who may not be changed makes the whole change fail.
    const withSelf = { ids: [...ids, walls.admin.id], desk_add: ['agent'] }
    expect(await bulk(as.admin, withSelf)).toBe('above_you')
    expect(await seen(one.id)).toEqual([[`${walls.r11} staff`], []])

    const body = { add: [walls.r12], role: 'manager', desk_add: ['agent', 'admin'] }
    expect(await bulk(as.admin, body)).toBe('ok')
    const both = [
      [`${walls.r11} staff`, `${walls.r12} manager`],
      ['admin', 'agent'],
    ]
    expect([await seen(one.id), await seen(two.id)]).toEqual([both, both])
    expect(await as.admin(admin.addToRestaurants, { body: { ids, ...body } as never })).toMatchObject({
      changed: 0,
    })
    expect(await bulk(as.admin, { remove: [walls.r12], desk_remove: ['admin', 'agent'] })).toBe('ok')
    expect(await seen(two.id)).toEqual([[`${walls.r11} staff`], []])
  })

  test('two admins change one person’s memberships at once: the second cannot undo the first’s change unseen', async () => {
    const { id } = await cook()
    const second = await addPerson(world.sql, {
      business_id: walls.businesses.n1,
      email: 'other-admin@walls.test',
      desk: [{ role: 'admin', business_id: walls.businesses.n1 }],
      restaurants: [],
    })
    const other = world.as({ token: await world.signIn(second.login) })
    const was = { restaurants: [{ id: walls.r11, role: 'staff' as const }], desk_roles: [] }
    const give = (call: Call, more: object) =>
      code(call(admin.setPersonAccess, { params: { personId: id }, body: { ...was, ...more, was } }))
    const both = await Promise.all([
      give(as.admin, { desk_roles: ['editor'] }),
      give(other, { restaurants: [...was.restaurants, { id: walls.r12, role: 'manager' }] }),
    ])
    expect(both.toSorted()).toEqual(['changed_meanwhile', 'ok'])
    const now = await as.admin(admin.getAdminPerson, { params: { personId: id } })
    expect([now.desk_roles.length, now.restaurants.length]).toEqual(both[0] === 'ok' ? [1, 1] : [0, 2])
    // The response to the first change was lost: repeating it changes nothing.
    const [first, firsts] =
      both[0] === 'ok'
        ? [as.admin, { desk_roles: ['editor'] }]
        : [other, { restaurants: [...was.restaurants, { id: walls.r12, role: 'manager' }] }]
    expect(await give(first, firsts)).toBe('ok')
    // After a reload they can grant what they wanted, and the other admin's change stays.
    const seen = {
      restaurants: now.restaurants.map(({ id, role }) => ({ id, role })),
      desk_roles: now.desk_roles,
    }
    const body = { ...seen, desk_roles: ['editor' as const], was: seen }
    expect(await code(as.admin(admin.setPersonAccess, { params: { personId: id }, body }))).toBe('ok')
    // Whichever of the two came first, the next test needs neither the role nor the restaurant.
    await world.sql`delete from desk_members where person_id = any(${[id, second.id]}::bigint[])`
    await world.sql`delete from memberships where person_id = ${id}`
  })

  test('nobody lifts themselves, acts on the operator, or takes the last admin away', async () => {
    const { id } = walls.admin
    expect(await code(access(as.admin, id, [], { desk_roles: ['admin', 'agent'] }))).toBe('above_you')
    expect(await code(as.admin(admin.disablePerson, { params: { personId: id } }))).toBe('above_you')
    expect(await code(as.manager(admin.disablePerson, { params: { personId: walls.manager.id } }))).toBe(
      'above_you',
    )
    expect(await code(as.admin(admin.disablePerson, { params: { personId: walls.operator.id } }))).toBe(
      'above_you',
    )
    const second = await cook({
      desk: [{ role: 'admin', business_id: walls.businesses.n1 }],
      restaurants: [],
    })
    const other = world.as({ token: await world.signIn(second.login) })
    const both = await Promise.all([
      code(as.admin(admin.disablePerson, { params: { personId: second.id } })),
      code(other(admin.disablePerson, { params: { personId: id } })),
    ])
    expect(both.filter((one) => one === 'ok')).toHaveLength(1)
    await world.sql`update people set disabled_at = null where id = any(${[id, second.id]}::bigint[])`
    await world.sql`delete from desk_members where person_id = ${second.id}`
    as.admin = world.as({ token: await world.signIn(walls.admin.login) })
  })
})

describe('people', () => {
  test('found by name, phone and mail, in parts, in any case; paged by key', async () => {
    const words = await cook({
      first_name: 'Ёлгиз',
      phone: '+998931234567',
      email: 'findme@walls.test',
      restaurants: [walls.r12],
    })
    await world.sql`update people set last_name = 'Қодиров' where id = ${words.id}`
    for (const search of [
      'ёлг',
      'елг',
      'ҚОДИР',
      'ёлгиз қодиров',
      'Елгиз қодиров',
      '93 123-45',
      '(93) 123',
      'FINDME@',
      'қодиров ёл',
    ])
      expect([
        search,
        (await as.admin(admin.listPeople, { query: { search } })).results.map(({ id }) => id),
      ]).toEqual([search, [words.id]])
    // A complete address finds only its owner, even if other addresses end with it; a part of one matches anywhere.
    const other = await cook({
      first_name: 'Тёзка',
      email: 'not-findme@walls.test',
      restaurants: [walls.r12],
    })
    const idsOf = async (search: string) =>
      (await as.admin(admin.listPeople, { query: { search } })).results.map(({ id }) => id)
    expect(await idsOf('FindMe@walls.test')).toEqual([words.id])
    expect((await idsOf('findme@walls.tes')).sort()).toEqual([words.id, other.id].sort())
    // A long word is looked up by its end, and then checked completely.
    expect(await idsOf('another-findme@walls.tes')).toEqual([])
    expect(await idsOf('not-findme@walls.tes')).toEqual([other.id])
    for (const search of ['%', '_', '\\', "'", 'нет такого', '\u0000'])
      expect((await as.admin(admin.listPeople, { query: { search } })).results.length).toBeLessThanOrEqual(50)
    expect((await as.admin(admin.listPeople, { query: { search: 'f_ndme' } })).results).toEqual([])

    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await as.admin(admin.listPeople, { query: { page_size: '3', ...(after && { after }) } })
      seen.push(...page.results.map(({ id }) => id))
      if (page.next === null) break
      after = page.next
    }
    const all = await as.admin(admin.listPeople, { query: { page_size: '100' } })
    expect(seen).toEqual(all.results.map(({ id }) => id))
    for (const text of ['x', '["x"]', '["x",1]', '["x\\u0000","1"]', '["\\ud800","1"]'])
      expect([
        text,
        await code(as.admin(admin.listPeople, { query: { after: Buffer.from(text).toString('base64url') } })),
      ]).toEqual([text, 'bad_request'])
  })

  test('by restaurant, role and state', async () => {
    const invited = await invite(as.admin, { restaurants: [{ id: walls.r12, role: 'manager' }] })
    const ids = async (query: object) =>
      (await as.admin(admin.listPeople, { query })).results.map(({ id }) => id)
    expect(await ids({ role: 'manager', restaurant: walls.r12 })).toEqual([invited.id])
    expect(await ids({ state: 'invited', role: 'manager' })).toEqual([invited.id])
    expect(await ids({ role: 'agent' })).toEqual([walls.agent.id])
    expect(await ids({ restaurant: '999' })).toEqual([])
  })

  test('narrowed by anything together, page after page: just those whom it fits', async () => {
    const access = [
      [[walls.r11], 'staff'],
      [[walls.r11, walls.r12], 'manager'],
      [[walls.r12], 'staff'],
      [[walls.r12, walls.r11], 'staff'],
    ] as const
    const mine: string[] = []
    for (let i = 0; i < 24; i += 1) {
      const [restaurants, role] = access[i % access.length] ?? [[], 'staff']
      const { id } = await cook({
        first_name: ['Анор', 'Олма', 'Узум', 'Гилос', 'Нок'][i % 5] ?? '',
        restaurants: [...restaurants],
      })
      mine.push(id)
      const [first] = restaurants
      if (role === 'manager')
        await world.sql`update memberships set role = ${role} where person_id = ${id} and restaurant_id = ${first ?? null}`
      if (i % 6 === 0)
        await world.sql`insert into desk_members (person_id, business_id, role) values (${id}, ${walls.businesses.n1}, 'editor')`
      // Renamed, disabled and invited after they got their memberships.
      if (i % 7 === 1) await world.sql`update people set last_name = 'Абаев' where id = ${id}`
      if (i % 4 === 2) await world.sql`update people set disabled_at = now() where id = ${id}`
      if (i % 5 === 3) await world.sql`update people set joined_at = null where id = ${id}`
    }
    const listed = async (call: Call, query: object, page_size: string) => {
      const found: peopleCalls.AdminPerson[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const page = await call(admin.listPeople, { query: { ...query, page_size, ...(after && { after }) } })
        found.push(...page.results)
        after = page.next
      }
      return found
    }
    const options = [
      { restaurant: [undefined, walls.r11, walls.r12, walls.r21] },
      { role: [undefined, 'staff', 'manager', 'editor'] },
      { state: [undefined, 'active', 'invited', 'disabled'] },
      { search: [undefined, 'гилос', 'абаев олма'] },
    ] as const
    const queries = options.reduce<Partial<Record<'restaurant' | 'role' | 'state' | 'search', string>>[]>(
      (all, option) =>
        Object.entries(option).flatMap(([name, values]) =>
          all.flatMap((query) =>
            values.map((value: string | undefined) =>
              value === undefined ? query : { ...query, [name]: value },
            ),
          ),
        ),
      [{}],
    )
    for (const call of [as.admin, as.manager]) {
      const everybody = await listed(call, {}, '100')
      expect(everybody.filter(({ id }) => mine.includes(id))).toHaveLength(call === as.admin ? 24 : 18)
      for (const query of queries) {
        const { restaurant, role, state, search = '' } = query
        const fits = everybody.filter((person) => {
          const here = person.restaurants.filter(({ id }) => restaurant === undefined || id === restaurant)
          const roles: readonly string[] = role === 'editor' ? person.desk_roles : here.map((one) => one.role)
          const name = `${person.last_name} ${person.first_name}`.toLowerCase()
          return (
            (restaurant === undefined || here.length > 0) &&
            (role === undefined || roles.includes(role)) &&
            (state === undefined || person.state === state) &&
            search.split(' ').every((word) => name.includes(word))
          )
        })
        const found = await listed(call, query, '3')
        expect([query, found.map(({ id }) => id)]).toEqual([query, fits.map(({ id }) => id)])
      }
    }
  })

  test('a number is found as it is said: with its country, without, and dialled with an eight', async () => {
    const { id } = await cook({ phone: '+79161112233', restaurants: [walls.r12] })
    await cook({ phone: '+998916111225', restaurants: [walls.r12] })
    for (const search of ['+7 916 111-22-33', '79161112233', '8 (916) 111-22-33', '916 111 22 33', '1112233'])
      expect([
        search,
        (await as.admin(admin.listPeople, { query: { search } })).results.map((one) => one.id),
      ]).toEqual([search, [id]])
    // No number ends with it, so it may be the middle of one.
    expect((await as.admin(admin.listPeople, { query: { search: '9161112' } })).results).toHaveLength(2)
  })

  test('a taken address is told, and nobody is half made', async () => {
    const before = await world.sql`select from people`
    expect(await code(invite(as.admin, { email: 'D@Walls.test' }))).toBe('address_taken')
    expect(await world.sql`select from people`).toHaveLength(before.length)
  })

  test('a repeated invitation is the same one; a new link ends the old', async () => {
    const idempotency_key = crypto.randomUUID()
    const body = {
      first_name: 'Раз',
      email: 'once@walls.test',
      restaurants: [{ id: walls.r11 }],
      send: 'email' as const,
    }
    const one = await as.admin(admin.invitePerson, { body }, { idempotency_key })
    const two = await as.admin(admin.invitePerson, { body }, { idempotency_key })
    const kept = await world.sql<{ text: string }[]>`
      select answer::text as text from idempotency where key = ${idempotency_key}`
    // The ledger of answers has the link only sealed.
    expect(kept.map(({ text }) => text.includes('invite?key='))).toEqual([false])
    expect(two).toEqual(one)
    const letters = await world.sql`select from outbox where to_address = 'once@walls.test'`
    expect(letters).toHaveLength(1)
    const again = await as.admin(admin.inviteAgain, { params: { personId: one.id }, body: {} })
    const keyOf = (link: string) => new URL(link).searchParams.get('key') ?? ''
    const accept = (link: string) =>
      world.as({})(acceptInvitation, { body: { key: keyOf(link), password: NEW } })
    expect(await code(accept(one.link))).toBe('not_found')
    expect(await code(accept(again.link))).toBe('ok')
  })

  test('many at once: a new link for whoever has not come yet, told once each; a foreign one among them stops all', async () => {
    const ids = []
    for (const name of ['Первая', 'Второй']) {
      const body = {
        first_name: name,
        email: `${name === 'Первая' ? 'm1' : 'm2'}@walls.test`,
        restaurants: [{ id: walls.r11 }],
      }
      ids.push((await as.manager(admin.invitePerson, { body })).id)
    }
    const body = { ids: [...ids, walls.A.id], send: 'email' as const }
    const idempotency_key = crypto.randomUUID()
    const invited = await as.admin(admin.inviteMany, { body }, { idempotency_key })
    expect(await as.admin(admin.inviteMany, { body }, { idempotency_key })).toEqual(invited)
    expect(invited.skipped).toBe(1)
    expect(invited.results.map(({ name, login, sent }) => [name, login, sent])).toEqual([
      ['Первая', 'm1@walls.test', true],
      ['Второй', 'm2@walls.test', true],
    ])
    const letters = await world.sql`select from outbox where to_address in ('m1@walls.test', 'm2@walls.test')`
    expect(letters).toHaveLength(2)
    const key = new URL(invited.results[0]?.link ?? '').searchParams.get('key') ?? ''
    expect(await code(world.as({})(acceptInvitation, { body: { key, password: NEW } }))).toBe('ok')
    expect(await code(as.manager(admin.inviteMany, { body: { ids: [ids[1] ?? '', '999999'] } }))).toBe(
      'not_found',
    )
    expect(await code(as.admin2(admin.inviteMany, { body: { ids } }))).toBe('not_found')
  })

  test('disabled: out at once, everything written stays, and back again', async () => {
    const person = await cook()
    const token = await world.signIn(person.login)
    const inside = () => code(world.as({ token, restaurant_id: walls.r11 })(listRestaurants, {}))
    expect(await inside()).toBe('ok')
    await as.manager(admin.disablePerson, { params: { personId: person.id } })
    expect(await inside()).toBe('unauthorized')
    expect(await code(world.signIn(person.login))).toBe('bad_credentials')
    expect(await code(as.manager(admin.inviteAgain, { params: { personId: person.id }, body: {} }))).toBe(
      'person_disabled',
    )
    await as.manager(admin.enablePerson, { params: { personId: person.id } })
    expect(await code(world.signIn(person.login))).toBe('ok')
  })

  test('a new password by a link ends every session', async () => {
    const person = await cook()
    const token = await world.signIn(person.login)
    const { link } = await as.manager(admin.inviteAgain, { params: { personId: person.id }, body: {} })
    const key = new URL(link).searchParams.get('key') ?? ''
    await world.as({})(acceptInvitation, { body: { key, password: NEW } })
    expect(await code(world.as({ token, restaurant_id: walls.r11 })(listRestaurants, {}))).toBe(
      'unauthorized',
    )
    expect(await code(world.signIn(person.login, NEW))).toBe('ok')
  })

  test('many at once into a restaurant, and out', async () => {
    const people = [await cook(), await cook({ email: `second${next}@walls.test` })]
    const ids = people.map(({ id }) => id)
    expect(
      await as.admin(admin.addToRestaurants, { body: { ids, add: [walls.r12], remove: [walls.r11] } }),
    ).toEqual({
      ok: true,
      changed: 2,
    })
    const where = async (personId: string) =>
      (await as.admin(admin.getAdminPerson, { params: { personId } })).restaurants.map(({ id }) => id)
    for (const id of ids) expect(await where(id)).toEqual([walls.r12])
  })
})

describe('restaurants and handbook', () => {
  test('added, renamed, archived: its door is shut, and back again; never the last', async () => {
    const { id } = await as.admin2(admin.addRestaurant, { body: { name: 'Новый зал' } })
    expect(await code(as.admin2(admin.addRestaurant, { body: { name: ' новый ЗАЛ ' } }))).toBe('name_taken')
    await as.admin2(admin.changeRestaurant, {
      params: { restaurantId: id },
      body: { name: 'Зал у реки', timezone: 'Asia/Samarkand' },
    })
    expect(
      await code(
        as.admin2(admin.changeRestaurant, { params: { restaurantId: walls.r11 }, body: { name: 'X' } }),
      ),
    ).toBe('not_found')
    const zone = as.admin2(admin.changeRestaurant, {
      params: { restaurantId: id },
      body: { name: 'X', timezone: 'Mars/Base' },
    })
    expect(await code(zone)).toBe('invalid')
    const token = await world.signIn(walls.D.login)
    const inside = () => code(world.as({ token, restaurant_id: walls.r21 })(listRestaurants, {}))
    expect(await inside()).toBe('ok')
    await as.admin2(admin.archiveRestaurant, { params: { restaurantId: walls.r21 } })
    expect(await inside()).toBe('forbidden')
    expect(await code(as.admin2(admin.archiveRestaurant, { params: { restaurantId: id } }))).toBe(
      'last_restaurant',
    )
    await as.admin2(admin.restoreRestaurant, { params: { restaurantId: walls.r21 } })
    expect(await inside()).toBe('ok')
    const rows = (await as.admin2(admin.listAdminRestaurants, {})).restaurants
    expect(rows.map(({ name, timezone }) => [name, timezone])).toContainEqual([
      'Зал у реки',
      'Asia/Samarkand',
    ])
  })

  test('topics are renamed, ordered, archived and added; keys stay, an older list is refused', async () => {
    const first = await as.admin2(admin.getHandbook, {})
    const payments = first.topics.filter(({ kind }) => kind === 'payment')
    const wanted = [
      { key: null, name: 'Paynet' },
      { key: 'click', name: 'Click Up' },
    ]
    const save = (revision: string) =>
      as.admin2(admin.setHandbook, { params: { kind: 'payment' }, body: { revision, topics: wanted } })
    const saved = (await save(first.revision)).topics.filter(({ kind }) => kind === 'payment')
    expect(saved.slice(0, 2).map(({ name, archived }) => [name, archived])).toEqual([
      ['Paynet', false],
      ['Click Up', false],
    ])
    expect(saved.slice(2).every(({ archived }) => archived)).toBe(true)
    expect(saved).toHaveLength(payments.length + 1)
    expect(await code(save(first.revision))).toBe('stale_draft')
    expect((await as.admin(admin.getHandbook, {})).topics).toEqual(first.topics)

    // What a cook can choose, and which name an old ticket keeps.
    const cook = world.as({ token: await world.signIn(walls.D.login), restaurant_id: walls.r21 })
    expect((await cook(listPaymentIssueTypes, {})).map(({ name }) => name)).toEqual(['Paynet', 'Click Up'])
    const ticket = { category: 'trouble_paying' as const, initial_message: 'Не проходит' }
    expect(await code(cook(createTicket, { form: { ...ticket, topic: 'payme' } }))).toBe('invalid')
    const { id } = await cook(createTicket, { form: { ...ticket, topic: 'click' } })
    const { revision } = await as.admin2(admin.getHandbook, {})
    await as.admin2(admin.setHandbook, {
      params: { kind: 'payment' },
      body: { revision, topics: [{ key: 'click', name: 'Клик' }] },
    })
    expect(await cook(getTicket, { params: { ticketId: id ?? '' } })).toMatchObject({
      topic_readable: 'Click Up',
    })
  })
})

describe('how many there are, and how they are invited', () => {
  test('the count is of the list: narrowed alike, and for a manager of their own people', async () => {
    const tag = `Счётный${next}`
    for (const restaurants of [[walls.r11], [walls.r12]]) await cook({ first_name: tag, restaurants })
    const count = (call: Call, query: object) => call(admin.countPeople, { query })
    expect(await count(as.admin, { search: tag })).toEqual({ total: 2, is_more: false })
    expect(await count(as.admin, { search: tag, restaurant: walls.r12 })).toMatchObject({ total: 1 })
    expect(await count(as.manager, { search: tag })).toMatchObject({ total: 1 })
    expect(await count(as.admin2, { search: tag })).toMatchObject({ total: 0 })
    for (const query of [{}, { role: 'staff' }, { state: 'invited' }, { role: 'agent' }] as const) {
      const { results } = await as.admin(admin.listPeople, { query: { ...query, page_size: '100' } })
      expect(await count(as.admin, query)).toEqual({ total: results.length, is_more: false })
    }
  })

  test('a link lives as long as the business says, and the dialog says it first', async () => {
    expect(await as.manager(admin.getInviteWays, {})).toMatchObject({ days: 7 })
    const { revision } = await as.admin(getAdminSettings, {})
    await as.admin(setAdminSettings, { body: { revision, values: { invitation_days: 21 } } })
    expect((await as.manager(admin.getInviteWays, {})).days).toBe(21)
    expect(await as.admin2(admin.getInviteWays, {})).toMatchObject({ days: 7 })
    const { expires_at } = await invite(as.admin)
    const days = (Date.parse(expires_at) - world.clock.now().getTime()) / (24 * 3600 * 1000)
    expect(days).toBeCloseTo(21, 3)
  })
})
