import type { Call } from '@podmoga/contract/client'
import { addRestaurant } from '@podmoga/contract/desk/admin'
import { listJournal } from '@podmoga/contract/desk/journal'
import { invitePerson } from '@podmoga/contract/desk/people'
import * as operator from '@podmoga/contract/operator'
import { listRestaurants } from '@podmoga/contract/session'
import { createTicket } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../testing.ts'
import { setOperator } from './business.operator.sql.ts'
import { seedKeepers } from './business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedKeepers>>
let as: Record<'admin' | 'operator' | 'staff', Call>

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off' })
  walls = await seedKeepers(world)
  as = {
    admin: world.as({ token: await world.signIn(walls.admin.login) }),
    operator: world.as({ token: await world.signIn(walls.operator.login) }),
    staff: world.as({ token: await world.signIn(walls.A.login), restaurant_id: walls.r11 }),
  }
})
afterAll(() => world.close())

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const FREE = { paid_until: null, people_max: null, restaurants_max: null }
const change = (body: Partial<Parameters<typeof as.operator<typeof operator.changeBusiness>>[1]['body']>) =>
  as.operator(operator.changeBusiness, {
    params: { businessId: walls.businesses.n1 },
    body: { ...FREE, ...body },
  })
const find = async () =>
  (await as.operator(operator.listBusinesses, {})).results.find(({ id }) => id === walls.businesses.n1)

test('an unpaid business is refused its staff calls, at once and until it is paid', async () => {
  expect((await find())?.paid_until).toBeNull()
  await change({ paid_until: new Date(world.clock.now().getTime() - 1000).toISOString() })
  await expect(as.staff(listRestaurants, {})).rejects.toMatchObject({
    code: 'subscription_expired',
    subscription_expired: true,
  })
  await change({ paid_until: new Date(world.clock.now().getTime() + 1000_000).toISOString() })
  expect(await code(as.staff(listRestaurants, {}))).toBe('ok')
  await change({})
  const { results } = await as.admin(listJournal, { query: { event: 'operator_changed_business' } })
  expect(results).toHaveLength(3)
})

test('limits: no more people and restaurants than the terms allow, and a clear word', async () => {
  const now = await find()
  const invite = (name: string) =>
    code(as.admin(invitePerson, { body: { first_name: name, email: `${name}@limit.test`, restaurants: [] } }))
  const add = (name: string) => code(as.admin(addRestaurant, { body: { name } }))
  await change({ people_max: (now?.people ?? 0) + 1, restaurants_max: (now?.restaurants ?? 0) + 1 })
  expect([await invite('one'), await invite('two')]).toEqual(['ok', 'limit_reached'])
  expect([await add('Ещё один'), await add('И ещё')]).toEqual(['ok', 'limit_reached'])
  await change({})
  expect(await invite('two')).toBe('ok')
  expect(await code(change({ people_max: 0 }))).toBe('invalid')
})

test('a ticket is read only with a reason, and the business sees who read it and why', async () => {
  const { number } = await as.staff(createTicket, {
    form: { category: 'other', initial_message: 'Тайна кухни' },
  })
  const read = (reason: string, of: string = walls.businesses.n1) =>
    as.operator(operator.readTicketAsOperator, {
      params: { businessId: of },
      body: { number: Number(number), reason },
    })
  expect(await code(read(''))).toBe('invalid')
  expect(await code(read('надо'))).toBe('invalid')
  expect(await code(read('Просит владелец бизнеса', walls.businesses.n2))).toBe('not_found')
  expect((await as.admin(listJournal, { query: { event: 'operator_read_ticket' } })).results).toEqual([])
  const seen = await read('Просит владелец бизнеса, письмо от 3 марта')
  expect(seen.messages).toEqual([expect.objectContaining({ text: 'Тайна кухни' })])
  const [line] = (await as.admin(listJournal, { query: { event: 'operator_read_ticket' } })).results
  expect(line).toMatchObject({ person: 'operator' })
  expect(line?.changes).toContainEqual({
    name: 'Причина',
    before: null,
    after: 'Просит владелец бизнеса, письмо от 3 марта',
  })
})

test('an operator is nobody’s agent, and nobody else is an operator', async () => {
  const { ENDPOINTS } = await import('@podmoga/contract/all')
  const token = await world.signIn(walls.operator.login)
  for (const { path, method, auth } of ENDPOINTS.filter((one) => one.auth === 'agent')) {
    const url = `/api/${path.replace(/:\w+/g, '1')}`
    const answer = await world.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
    expect([path, auth, answer.statusCode]).toEqual([path, auth, 403])
  }
  expect(await code(as.admin(operator.listBusinesses, {}))).toBe('forbidden')
})

test('the installation’s own command makes an operator and ends it', async () => {
  const { sql, clock } = world
  const who = { email: walls.B.login, phone: null, now: clock.now() }
  const isOperator = async () =>
    (await sql`select from operators where person_id = ${walls.B.id}`).count === 1
  expect(await setOperator(sql, { ...who, email: 'nobody@walls.test', remove: false })).toBeNull()
  for (const remove of [false, false, true, true]) {
    expect(await setOperator(sql, { ...who, remove })).toBe(walls.B.id)
    expect(await isOperator()).toBe(!remove)
  }
})
