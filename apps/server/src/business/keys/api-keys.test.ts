import { randomUUID } from 'node:crypto'
import {
  checkPeopleImport,
  exportPeople,
  getPeopleImport,
  runPeopleImport,
} from '@podmoga/contract/desk/imports'
import * as keys from '@podmoga/contract/desk/keys'
import * as people from '@podmoga/contract/desk/people'
import { exportPersonData } from '@podmoga/contract/desk/personal-data'
import { listQueue } from '@podmoga/contract/desk/tickets'
import { getPlaces } from '@podmoga/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondServer } from '../../session/session.testing-server.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let admin: ReturnType<TestWorld['as']>
const MINUTE = 60_000

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const make = async (
  scopes: ('agent' | 'editor' | 'manager' | 'admin' | 'roles')[],
  days: number | null = null,
) => {
  const made = await admin(keys.addApiKey, { body: { name: 'Обмен с кадрами', scopes, days } })
  return { ...made, call: world.as({ token: made.key }) }
}
const found = async (id: string) => (await admin(keys.listApiKeys, {})).keys.find((one) => one.id === id)

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '86400' })
  walls = await seedPeopleManagers(world)
  admin = world.as({ token: await world.signIn(walls.admin.login) })
})
afterAll(() => world.close())

describe('API keys', () => {
  test('are shown once, kept hashed, known by how they begin, and never in the list, the journal or the log', async () => {
    const { id, key, call } = await make(['admin'], 30)
    expect(key).toMatch(/^podmoga_[0-9a-f]{8}_[\w-]{43}$/)
    expect(await code(call(people.listPeople, {}))).toBe('ok')
    const row = await found(id)
    expect(row).toMatchObject({ state: 'active', scopes: ['admin'], name: 'Обмен с кадрами' })
    expect(key.startsWith(`${row?.prefix}_`)).toBe(true)
    const secret = key.split('_').slice(2).join('_')
    const rows = await world.sql<{ text: string }[]>`
      select k::text || encode(k.key_hash, 'escape') as text from api_keys k
      union all select a::text from audit a union all select i::text from idempotency i`
    expect(rows.map(({ text }) => text).join() + JSON.stringify(world.log())).not.toContain(secret)
    expect(JSON.stringify(await admin(keys.listApiKeys, {}))).not.toContain(secret)
    const events = await world.sql`
      select event, after ->> 'prefix' as prefix from audit where business_id = ${walls.businesses.n1} and event like 'api_key%'`
    expect(events).toEqual([{ event: 'api_key_added', prefix: row?.prefix }])
  })

  test('I02 a repeat after a lost answer gets the same key, and another body with its Idempotency-Key is refused', async () => {
    const idempotency_key = randomUUID()
    const ask = (name: string) =>
      admin(keys.addApiKey, { body: { name, scopes: ['admin'], days: 30 } }, { idempotency_key })
    const before = (await admin(keys.listApiKeys, {})).keys.length
    const first = await ask('Отчёты')
    expect(await ask('Отчёты')).toEqual(first)
    expect(await code(ask('Другое'))).toBe('idempotency_conflict')
    expect((await admin(keys.listApiKeys, {})).keys).toHaveLength(before + 1)
    expect(await code(world.as({ token: first.key })(people.listPeople, {}))).toBe('ok')
    const answers = await world.sql<{ text: string }[]>`select i::text as text from idempotency i`
    expect(answers.map(({ text }) => text).join()).not.toContain(first.key.split('_').slice(2).join('_'))
  })

  test('are made only by a confirmed admin, for no more than they can do themselves, and never by a key', async () => {
    const body = { name: 'Ключ', scopes: ['admin' as const], days: null }
    for (const who of ['manager', 'agent', 'editor', 'A', 'operator'] as const) {
      const call = world.as({ token: await world.signIn(walls[who].login) })
      expect(await code(call(keys.addApiKey, { body })), who).toBe('forbidden')
    }
    expect(await code(make(['agent']))).toBe('above_you')
    const { call } = await make(['admin', 'manager', 'roles'])
    expect(await code(call(keys.addApiKey, { body }))).toBe('unauthorized')
    expect(await code(call(keys.listApiKeys, {}))).toBe('unauthorized')
    world.clock.move(11 * MINUTE)
    expect(await code(make(['admin']))).toBe('confirmation_needed')
    admin = world.as({ token: await world.signIn(walls.admin.login) })
  })

  test('change roles and export only with the scope for it', async () => {
    const plain = await make(['admin'])
    const lent = await make(['admin', 'roles'])
    const access = (call: typeof admin) =>
      code(
        call(people.setPersonAccess, {
          params: { personId: walls.B.id },
          body: { restaurants: [{ id: walls.r11 }] },
        }),
      )
    const invite = (call: typeof admin, more: object) =>
      code(
        call(people.invitePerson, {
          body: { first_name: 'Новый', email: `k${Math.random()}@walls.test`, restaurants: [], ...more },
        }),
      )
    expect(await access(plain.call)).toBe('forbidden')
    expect(await code(plain.call(exportPeople, {}))).toBe('forbidden')
    expect(await invite(plain.call, { restaurants: [{ id: walls.r11 }] })).toBe('ok')
    expect(await invite(plain.call, { desk_roles: ['admin'] })).toBe('forbidden')
    expect(await access(lent.call)).toBe('ok')
    expect(await code(lent.call(exportPeople, {}))).toBe('ok')
    expect(await code(lent.call(listQueue, {}))).toBe('forbidden')
    expect(await code(lent.call(getPlaces, {}))).toBe('unauthorized')
  })

  test('die when revoked, at once and on every server; twice, foreign and hostile ids are not found', async () => {
    const { id, key, call } = await make(['admin'])
    const second = await secondServer(world)
    const there = () =>
      second.inject({ url: `/api/${people.listPeople.path}`, headers: { authorization: `Bearer ${key}` } })
    expect((await there()).statusCode).toBe(200)
    const revoke = (keyId: string, by = admin) => code(by(keys.revokeApiKey, { params: { keyId } }))
    const admin2 = world.as({ token: await world.signIn(walls.admin2.login) })
    expect(await revoke(id, admin2)).toBe('not_found')
    for (const hostile of ['1', "'", '00000000-0000-0000-0000-000000000000', '%00', 'x'.repeat(64)])
      expect(await revoke(hostile), hostile).toBe('not_found')
    // Two admins revoke it at once: one journal entry.
    const both = await Promise.all([revoke(id), revoke(id)])
    expect(both.toSorted()).toEqual(['not_found', 'ok'])
    expect(await code(call(people.listPeople, {}))).toBe('unauthorized')
    expect((await there()).statusCode).toBe(401)
    await second.close()
    expect(await found(id)).toMatchObject({ state: 'revoked' })
  })

  test('N05, N07: stand in the journal for each row of a file, and take their links to archives along', async () => {
    const { id, call } = await make(['admin', 'roles'])
    const file = new File(['Имя;Почта\nПовар;by-key@import.test'], 'люди.csv')
    const { id: importId } = await call(checkPeopleImport, { form: {}, files: [file] })
    await call(runPeopleImport, { params: { importId }, body: {} })
    const state = async () => (await call(getPeopleImport, { params: { importId } })).state
    await expect.poll(state, { timeout: 30_000 }).toBe('done')
    const rows = await world.sql<{ key_id: string }[]>`
      select a.key_id from audit a join people p on a.subject = 'person ' || p.id
      where a.event = 'person_imported' and p.email = 'by-key@import.test'`
    expect(rows).toEqual([{ key_id: id }])
    const { url } = await call(exportPersonData, { params: { personId: walls.B.id } })
    const status = async () => (await world.app.inject({ method: 'GET', url })).statusCode
    expect(await status()).toBe(200)
    await admin(keys.revokeApiKey, { params: { keyId: id } })
    expect(await status()).toBe(404)
  })

  test('end when they expire or their creator is disabled, and shrink with their creator’s roles', async () => {
    const short = await make(['admin'], 1)
    const long = await make(['admin'])
    world.clock.move(24 * 60 * MINUTE + 1000)
    expect(await code(short.call(people.listPeople, {}))).toBe('unauthorized')
    admin = world.as({ token: await world.signIn(walls.admin.login) })
    expect(await found(short.id)).toMatchObject({ state: 'expired' })
    expect(await code(long.call(people.listPeople, {}))).toBe('ok')
    await world.sql`delete from desk_members where person_id = ${walls.admin.id}`
    world.clock.move(5000)
    expect(await code(long.call(people.listPeople, {}))).toBe('forbidden')
    await world.sql`
      insert into desk_members (person_id, business_id, role)
      values (${walls.admin.id}, ${walls.businesses.n1}, 'admin')`
    world.clock.move(5000)
    expect(await code(long.call(people.listPeople, {}))).toBe('ok')
    await world.sql`update people set disabled_at = now() where id = ${walls.admin.id}`
    world.clock.move(5000)
    expect(await code(long.call(people.listPeople, {}))).toBe('unauthorized')
    await world.sql`update people set disabled_at = null where id = ${walls.admin.id}`
    world.clock.move(5000)
  })

  test('tell when they were last used, writing it at most once a minute', async () => {
    const { id, call } = await make(['admin'])
    expect((await found(id))?.last_used_at).toBeNull()
    await Promise.all(Array.from({ length: 5 }, () => call(people.listPeople, {})))
    const first = (await found(id))?.last_used_at
    expect(first).not.toBeNull()
    world.clock.move(30_000)
    await call(people.listPeople, {})
    expect((await found(id))?.last_used_at).toBe(first)
    world.clock.move(31_000)
    await call(people.listPeople, {})
    expect((await found(id))?.last_used_at).not.toBe(first)
  })

  test.each([
    'podmoga_',
    'podmoga_00000000_short',
    `podmoga_00000000_${'a'.repeat(43)}`,
    `PODMOGA_00000000_${'a'.repeat(43)}`,
    `podmoga_0000000g_${'a'.repeat(43)}`,
    `podmoga_00000000_${'a'.repeat(4000)}`,
  ])('%s opens nothing', async (token) => {
    expect(await code(world.as({ token })(people.listPeople, {}))).toBe('unauthorized')
  })

  test('a business has at most fifty, however many admins make them at once', async () => {
    await world.sql`
      insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes)
      select ${walls.businesses.n1}, ${walls.admin.id}, 'Ключ', 'podmoga_x', sha256(n::text::bytea), '{admin}'
      from generate_series(1, 48 - (select count(*)::int from api_keys where business_id = ${walls.businesses.n1}
        and revoked_at is null and (expires_at is null or expires_at > ${world.clock.now()}))) n`
    const codes = await Promise.all(Array.from({ length: 6 }, () => code(make(['admin']))))
    expect(codes.toSorted()).toEqual(['invalid', 'invalid', 'invalid', 'invalid', 'ok', 'ok'])
  })
})

test('a program’s requests are counted apart from those of whoever made its key', async () => {
  const strict = await openWorld({ REQUESTS_PER_MINUTE: '5' })
  const seeded = await seedPeopleManagers(strict)
  const person = strict.as({ token: await strict.signIn(seeded.admin.login) })
  const { key } = await person(keys.addApiKey, { body: { name: 'Обмен', scopes: ['admin'], days: null } })
  const call = strict.as({ token: key })
  const codes: string[] = []
  for (let at = 0; at < 6; at += 1) codes.push(await code(call(people.listPeople, {})))
  expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_often'])
  expect(await code(person(people.listPeople, {}))).toBe('ok')
  await strict.close()
})
