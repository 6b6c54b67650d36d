import { confirm } from '@podmoga/contract/confirmation'
import { exportPeople } from '@podmoga/contract/desk/imports'
import * as people from '@podmoga/contract/desk/people'
import { renewSession } from '@podmoga/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedPeopleManagers } from '../../business/business.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { atFullCost } from '../session.testing.ts'
import { secondServer } from '../session.testing-server.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
const MINUTE = 60_000

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '86400' })
  walls = await seedPeopleManagers(world)
})
afterAll(() => world.close())

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const admin = async () => world.as({ token: await world.signIn(walls.admin.login) })

test('roles and export ask for a fresh confirmation ten minutes after the sign-in, and the password opens them', async () => {
  const call = await admin()
  const access = () =>
    call(people.setPersonAccess, {
      params: { personId: walls.B.id },
      body: { restaurants: [{ id: walls.r11 }] },
    })
  expect(await code(access())).toBe('ok')
  world.clock.move(10 * MINUTE + 1000)
  expect(await code(access())).toBe('confirmation_needed')
  expect(await code(call(exportPeople, {}))).toBe('confirmation_needed')
  const invite = (more: object) =>
    call(people.invitePerson, {
      body: { first_name: 'Новый', email: `n${Math.random()}@walls.test`, restaurants: [], ...more },
    })
  // Inviting a cook needs no confirmation; an editor, an admin or a manager does.
  expect(await code(invite({ restaurants: [{ id: walls.r11 }] }))).toBe('ok')
  expect(await code(invite({ desk_roles: ['editor'] }))).toBe('confirmation_needed')
  expect(await code(invite({ restaurants: [{ id: walls.r11, role: 'manager' }] }))).toBe(
    'confirmation_needed',
  )
  const link = (personId: string) => call(people.inviteAgain, { params: { personId }, body: {} })
  expect(await code(link(walls.B.id))).toBe('ok')
  expect(await code(link(walls.manager.id))).toBe('confirmation_needed')

  expect(await call(confirm, { body: { password: 'wrong' } })).toMatchObject({
    ok: false,
    confirmed_until: null,
  })
  expect(await code(access())).toBe('confirmation_needed')
  const { ok, confirmed_until } = await call(confirm, { body: { password: PASSWORD } })
  expect(ok).toBe(true)
  expect(Date.parse(confirmed_until ?? '')).toBeGreaterThan(world.clock.now().getTime() + 9 * MINUTE)
  expect(await code(access())).toBe('ok')
  expect(await code(call(exportPeople, {}))).toBe('ok')
})

test('a confirmation is of one session, holds on every server at once, and a renewal is none', async () => {
  const one = await admin()
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/',
    payload: { login: walls.admin.login, password: PASSWORD },
  })
  const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  world.clock.move(11 * MINUTE)
  const renewed = await world.app.inject({
    method: renewSession.method,
    url: `/api/${renewSession.path}`,
    headers: { cookie: cookies, origin: world.config.public_url, 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(renewed.statusCode).toBe(200)
  const other = world.as({ token: renewed.json<{ access_token: string }>().access_token })
  expect(await code(other(exportPeople, {}))).toBe('confirmation_needed')
  await one(confirm, { body: { password: PASSWORD } })
  expect(await code(one(exportPeople, {}))).toBe('ok')
  expect(await code(other(exportPeople, {}))).toBe('confirmation_needed')
  const second = await secondServer(world)
  const token = renewed.json<{ access_token: string }>().access_token
  const ask = () =>
    second.inject({
      url: `/api/${exportPeople.path}`,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await ask()).statusCode).toBe(403)
  await other(confirm, { body: { password: PASSWORD } })
  expect((await ask()).statusCode).toBe(200)
  await second.close()
})

test('a clock set back opens nothing for longer', async () => {
  const call = await admin()
  world.clock.set(-4 * MINUTE)
  expect(await code(call(exportPeople, {}))).toBe('confirmation_needed')
  world.clock.set(4 * MINUTE)
})

test('guesses are counted before they are looked at, and say nothing in the log', async () => {
  await atFullCost(world.sql)
  const call = world.as({ token: await world.signIn(walls.admin2.login) })
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, at) => call(confirm, { body: { password: `Secret-guess-${at}` } })),
  )
  expect(guesses.filter(({ ok }) => ok)).toEqual([])
  expect(guesses.filter(({ error }) => error === 'Неверный пароль.').length).toBe(
    world.config.PASSWORD_GUESSES,
  )
  // Throttled: even the right password is not checked.
  expect(await call(confirm, { body: { password: PASSWORD } })).toMatchObject({ ok: false })
  expect(JSON.stringify(world.log())).not.toContain('Secret-guess')
  const events = await world.sql<{ event: string; n: number }[]>`
    select event, count(*)::int as n from audit
    where person_id = ${walls.admin2.id} and event like 'confirm%' group by event`
  expect(events).toEqual([{ event: 'confirmation_failed', n: world.config.PASSWORD_GUESSES }])
})
