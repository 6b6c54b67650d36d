import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Call } from '@podmoga/contract/client'
import { addRestaurant } from '@podmoga/contract/desk/admin'
import {
  checkPeopleImport,
  getPeopleImport,
  type PeopleImport,
  runPeopleImport,
} from '@podmoga/contract/desk/imports'
import { listJournal } from '@podmoga/contract/desk/journal'
import { addApiKey } from '@podmoga/contract/desk/keys'
import { disablePerson, enablePerson, invitePerson } from '@podmoga/contract/desk/people'
import * as operator from '@podmoga/contract/operator'
import { listRestaurants } from '@podmoga/contract/session'
import { createTicket } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'operator' | 'staff', Call>

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off' })
  walls = await seedPeopleManagers(world)
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
  expect((await Promise.all([invite('one'), invite('two')])).toSorted()).toEqual(['limit_reached', 'ok'])
  expect([await add('Ещё один'), await add('И ещё')]).toEqual(['ok', 'limit_reached'])
  // A disabled person does not count towards the limit, and can only be re-enabled if there is space.
  const params = { personId: walls.C.id }
  expect(await code(as.admin(disablePerson, { params }))).toBe('ok')
  expect(await invite('three')).toBe('ok')
  expect(await code(as.admin(enablePerson, { params }))).toBe('limit_reached')
  const key = await as.admin(addApiKey, { body: { name: 'Каталог', scopes: ['scim'], days: null } })
  const scim = await world.app.inject({
    method: 'PATCH',
    url: `/api/scim/v2/Users/${walls.C.id}`,
    headers: { authorization: `Bearer ${key.key}` },
    payload: { Operations: [{ op: 'replace', path: 'active', value: true }] },
  })
  expect([scim.statusCode, scim.json().detail]).toEqual([409, expect.stringContaining('предел')])
  // An import fills the last free place and reports for each further row why it was left out.
  await change({ people_max: (now?.people ?? 0) + 2 })
  const file = new File(['Имя;Почта\nПервый;import-1@limit.test\nВторой;import-2@limit.test'], 'люди.csv', {
    type: 'text/csv',
  })
  const full = 'bad: Достигнут предел вашего тарифа: больше людей не внести'
  const fatesOf = ({ rows }: PeopleImport) => rows.map(({ fate, says }) => `${fate}: ${says}`)
  const checked = await as.admin(checkPeopleImport, { form: {}, files: [file] })
  expect([fatesOf(checked), checked.counts]).toEqual([
    ['add: Новый сотрудник', full],
    { add: 1, change: 0, same: 0, bad: 1 },
  ])
  // The preview had space for both; then the limit was lowered.
  await change({ people_max: (now?.people ?? 0) + 3 })
  const roomy = await as.admin(checkPeopleImport, { form: {}, files: [file] })
  expect(roomy.counts).toMatchObject({ add: 2, bad: 0 })
  await change({ people_max: (now?.people ?? 0) + 2 })
  const importId = roomy.id
  await as.admin(runPeopleImport, { params: { importId }, body: { send: 'link' } })
  const look = () => as.admin(getPeopleImport, { params: { importId } })
  await expect.poll(async () => (await look()).state, { timeout: 30_000 }).toBe('done')
  expect(fatesOf(await look())).toEqual([expect.stringMatching(/^add:/), full])
  expect(await world.sql`select from people where email like 'import-%@limit.test'`).toHaveLength(1)
  await change({})
  expect(await code(as.admin(enablePerson, { params }))).toBe('ok')
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

describe('npm run operator', () => {
  const command = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const { host, port, database: name } = world.sql.connection
      const database = `postgres://podmoga@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
      execFile(
        process.execPath,
        [join(import.meta.dirname, '../../make-operator.ts'), ...args],
        { env: { ...process.env, DATA_DIR: world.config.DATA_DIR, DATABASE_URL: database } },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      )
    })
  const isOperator = async () =>
    (await world.sql`select from operators where person_id = ${walls.B.id}`).count === 1

  test('makes an operator and ends it, beside a running server, as often as it is said', async () => {
    const call = world.as({ token: await world.signIn(walls.B.login) })
    for (const [args, words, is] of [
      [[walls.B.login.toUpperCase()], 'оператор установки.', true],
      [[walls.B.login], 'оператор установки.', true],
      [[walls.B.login, '--remove'], 'больше не оператор установки.', false],
      [[walls.B.login, '--remove'], 'больше не оператор установки.', false],
    ] as const) {
      expect(await command(...args)).toMatchObject({ code: 0, err: '', out: expect.stringContaining(words) })
      expect(await isOperator()).toBe(is)
      // A signed-in person gets the role once cached access facts expire.
      world.clock.move(3000)
      expect(await code(call(operator.listBusinesses, {}))).toBe(is ? 'ok' : 'forbidden')
    }
  })

  test('says in one Russian line what is wrong, and changes nothing', async () => {
    for (const [args, words] of [
      [[], 'Как звать: npm run operator'],
      [['a@walls.test', 'b@walls.test'], 'Как звать: npm run operator'],
      [[walls.B.login, '--make'], 'Как звать: npm run operator'],
      [['nobody@walls.test'], 'Никого с таким входом нет: nobody@walls.test'],
    ] as const) {
      const { code: status, out, err } = await command(...args)
      expect([status, out, err.trim().split('\n').length]).toEqual([1, '', 1])
      expect(err).toContain(words)
    }
    expect(await isOperator()).toBe(false)
  })
})
