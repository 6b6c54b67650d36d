import { confirm } from '@podmoga/contract/confirmation'
import { resetSecondStep } from '@podmoga/contract/desk/people'
import { getAdminSettings, setAdminSettings } from '@podmoga/contract/desk/settings'
import { getDesk, listQueue } from '@podmoga/contract/desk/tickets'
import * as calls from '@podmoga/contract/passkeys'
import * as steps from '@podmoga/contract/second-step'
import { getPlaces, signIn } from '@podmoga/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedPeopleManagers } from '../business/business.testing.ts'
import { type AuthenticatorTricks, makeAuthenticator } from '../session/passkeys/passkeys.testing.ts'
import { addPerson, disablePerson } from '../session/session.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../testing.ts'

const ORIGIN = 'http://localhost:3000'
const SITE = { origin: ORIGIN, rp_id: 'localhost' }
const MINUTE = 60_000

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let last = 0
const cook = () => {
  last += 1
  return addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: `key-${last}@walls.test`,
    first_name: 'Ключник',
    restaurants: [walls.r11],
  })
}
const register = async (login: string, name = 'Телефон', second_step = true) => {
  const token = await world.signIn(login)
  const call = world.as({ token })
  const key = makeAuthenticator(SITE)
  const { options } = await call(calls.beginNewPasskey, {})
  const made = await call(calls.addPasskey, { body: { name, passkey: key.create(options), second_step } })
  return { token, call, key, made, options }
}
type Key = ReturnType<typeof makeAuthenticator>

const post = async (path: string, payload: object, cookie = '', origin = ORIGIN) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { origin, ...(cookie === '' ? {} : { cookie }) },
    payload,
  })
  const set = answer.cookies.find(({ name }) => name === 'podmoga_passkey')
  return {
    status: answer.statusCode,
    body: answer.json<{ code?: string; access_token?: string; options?: Record<string, unknown> }>(),
    cookie: set === undefined ? '' : `podmoga_passkey=${set.value}`,
    set,
  }
}
const question = async () => {
  const { body, cookie, set } = await post(calls.beginPasskeySignIn.path, {})
  return { options: body.options ?? {}, cookie, set }
}
const enter = async (key: Key, tricks: AuthenticatorTricks = {}) => {
  const { options, cookie } = await question()
  return post(calls.signInByPasskey.path, { passkey: key.get(options, tricks) }, cookie)
}
const byPassword = (login: string) => post(signIn.path, { login, password: PASSWORD })

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '86400' })
  walls = await seedPeopleManagers(world)
})
afterAll(() => world.close())

describe('a passkey', () => {
  test('N02: is made after a confirmation, listed without its secrets, asked for beside the password, and taken away', async () => {
    const person = await cook()
    const elsewhere = world.as({ token: await world.signIn(person.login) })
    const { call, key, made } = await register(person.login, ' Рабочий ноутбук ')
    expect(made).toMatchObject({ ok: true, error: null })
    expect(made.recovery_codes).toHaveLength(10)
    // The person's first second step ends sessions opened without one.
    await expect(elsewhere(getPlaces, {})).rejects.toMatchObject({ code: 'unauthorized' })
    const { passkeys } = await call(calls.listPasskeys, {})
    expect(passkeys).toMatchObject([
      { name: 'Рабочий ноутбук', synced: false, last_used_at: expect.any(String) },
    ])
    expect(await call(steps.getSecondStep, {})).toMatchObject({
      totp: false,
      passkeys: 1,
      passed: true,
      recovery_left: 10,
    })
    // Asks for what the person has: the key first, and no code of an app that was never set up.
    expect((await byPassword(person.login)).body).toMatchObject({
      code: 'second_step_needed',
      error: 'Подтвердите вход ключом доступа или введите код восстановления.',
      fields: { passkey: expect.any(String), recovery: expect.any(String) },
    })
    const [id = ''] = passkeys.map((one) => one.id)
    const rename = (who: typeof call, name: string) =>
      who(calls.renamePasskey, { params: { passkeyId: id }, body: { name } })
    expect(await rename(call, ' Новый ноутбук ')).toEqual({ ok: true, error: null })
    expect((await call(calls.listPasskeys, {})).passkeys).toMatchObject([{ name: 'Новый ноутбук' }])
    await expect(rename(call, ' ')).rejects.toMatchObject({ code: 'invalid' })
    world.clock.move(11 * MINUTE)
    await expect(call(calls.removePasskey, { params: { passkeyId: id } })).rejects.toMatchObject({
      code: 'confirmation_needed',
    })
    // The key can give the confirmation.
    const { options } = await call(calls.beginPasskey, {})
    expect(await call(confirm, { body: { passkey: key.get(options) } })).toMatchObject({ ok: true })
    // Other people cannot rename or remove it.
    const stranger = world.as({ token: await world.signIn(walls.A.login) })
    await expect(rename(stranger, 'Чужой')).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger(calls.removePasskey, { params: { passkeyId: id } })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await call(calls.removePasskey, { params: { passkeyId: id } })).toEqual({ ok: true, error: null })
    expect(await call(steps.getSecondStep, {})).toMatchObject({
      passkeys: 0,
      passed: false,
      recovery_left: 0,
    })
    expect((await byPassword(person.login)).status).toBe(200)
    expect((await enter(key)).body.code).toBe('passkey_refused')
    const events = await world.sql<{ event: string }[]>`
      select event from audit where person_id = ${person.id} and event like 'passkey%' order by id`
    expect(events.map(({ event }) => event)).toEqual(['passkey_added', 'passkey_removed'])
    expect(world.mail.sent.filter(({ to }) => to === person.login).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Добавлен ключ доступа'),
      expect.stringContaining('Убран ключ доступа'),
    ])
  })

  test('that is not required as a second step changes nothing: the password alone still signs in, and open sessions stay', async () => {
    const person = await cook()
    const elsewhere = world.as({ token: await world.signIn(person.login) })
    const { call, key, made } = await register(person.login, 'Телефон', false)
    expect(made.recovery_codes).toHaveLength(10)
    await elsewhere(getPlaces, {})
    expect(await call(steps.getSecondStep, {})).toMatchObject({ passkeys: 1, asked: false, passed: true })
    expect((await byPassword(person.login)).status).toBe(200)
    expect((await enter(key)).status).toBe(200)
    // A second key that is required with the password ends sessions opened by the password alone, and keeps the
    // recovery codes.
    const other = makeAuthenticator(SITE)
    const { options } = await call(calls.beginNewPasskey, {})
    const body = { name: 'Брелок', passkey: other.create(options), second_step: true }
    expect(await call(calls.addPasskey, { body })).toMatchObject({ ok: true, recovery_codes: [] })
    await expect(elsewhere(getPlaces, {})).rejects.toMatchObject({ code: 'unauthorized' })
    const [code] = made.recovery_codes
    const payload = { login: person.login, password: PASSWORD }
    expect((await post(signIn.path, payload)).body.code).toBe('second_step_needed')
    expect((await post(signIn.path, { ...payload, code })).status).toBe(200)
  })

  test('signs in by itself, both steps at once, with a cookie of its own that no page reads', async () => {
    const person = await cook()
    const { key } = await register(person.login)
    const { set } = await question()
    expect(set).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api/auth/passkeys/',
      maxAge: 300,
    })
    const { status, body } = await enter(key)
    expect(status).toBe(200)
    const call = world.as({ token: body.access_token ?? '' })
    expect(await call(getPlaces, {})).toMatchObject({ first_name: 'Ключник' })
    expect(await call(steps.getSecondStep, {})).toMatchObject({ passed: true })
    await disablePerson(world.sql, person.id)
    expect((await enter(key)).body.code).toBe('passkey_refused')
  })

  test('satisfies a business that asks two steps, and stays with codes of an app till both are gone', async () => {
    const { call: admin } = await register(walls.admin2.login, 'Админ')
    const { revision } = await admin(getAdminSettings, {})
    const token = await world.signIn(walls.agent2.login)
    const call = world.as({ token })
    await admin(setAdminSettings, { body: { revision, values: { two_steps: true } } })
    await world.sql`update business_settings set changed_at = changed_at - interval '1 day'`
    await admin(getAdminSettings, {})
    await expect(call(listQueue, {})).rejects.toMatchObject({ code: 'second_step_needed' })
    expect(await call(getDesk, {})).toMatchObject({ needs_second_step: true })
    const key = makeAuthenticator(SITE)
    const { options } = await call(calls.beginNewPasskey, {})
    await call(calls.addPasskey, { body: { name: 'Ключ', passkey: key.create(options) } })
    await call(listQueue, {})
    // In a session opened before: only that session's challenge counts.
    await world.sql`update sessions set second_step_at = null where person_id = ${walls.agent2.id}`
    world.clock.move(3000)
    const asked = await call(calls.beginPasskey, {})
    const passkey = key.get(asked.options)
    expect(await call(steps.passSecondStep, { body: { passkey } })).toEqual({ ok: true, error: null })
    expect((await call(steps.passSecondStep, { body: { passkey } })).ok).toBe(false)
    await call(listQueue, {})
    // After a lost phone an admin resets the second step: the password alone signs in again.
    expect(await admin(resetSecondStep, { params: { personId: walls.agent2.id } })).toEqual({ ok: true })
    expect((await byPassword(walls.agent2.login)).status).toBe(200)
    expect((await enter(key)).body.code).toBe('passkey_refused')
  })
})

describe('whoever meddles with it', () => {
  test('another origin, another RP id, no user verification, another challenge, a signature of another key', async () => {
    const { key } = await register((await cook()).login)
    const other = makeAuthenticator(SITE)
    other.state.user = key.state.user
    for (const tricks of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { rp_id: 'evil.example' },
      { verified: false },
      { challenge: 'bWFkZSB1cA' },
      { type: 'webauthn.create' },
    ])
      expect((await enter(key, tricks)).body.code, JSON.stringify(tricks)).toBe('passkey_refused')
    const { options, cookie } = await question()
    const forged = { ...other.get(options), id: key.id, rawId: key.id }
    expect((await post(calls.signInByPasskey.path, { passkey: forged }, cookie)).body.code).toBe(
      'passkey_refused',
    )
    expect((await enter(other)).body.code).toBe('passkey_refused')
    expect((await enter(key)).status).toBe(200)
  })

  test('a challenge is valid once, for five minutes, in its own browser, and for its purpose only', async () => {
    const { key, call } = await register((await cook()).login)
    const send = (passkey: object, cookie: string) => post(calls.signInByPasskey.path, { passkey }, cookie)
    const one = await question()
    const passkey = key.get(one.options)
    expect((await send(passkey, (await question()).cookie)).body.code).toBe('passkey_refused')
    expect((await send(passkey, '')).body.code).toBe('passkey_refused')
    const both = await Promise.all([send(passkey, one.cookie), send(passkey, one.cookie)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const late = await question()
    world.clock.move(5 * MINUTE + 1)
    expect((await send(key.get(late.options), late.cookie)).body.code).toBe('passkey_refused')
    // A challenge for a signed-in person opens no session, and works in no other session.
    const own = await call(calls.beginPasskey, {})
    expect((await send(key.get(own.options), late.cookie)).body.code).toBe('passkey_refused')
    const stranger = world.as({ token: await world.signIn(walls.A.login) })
    const answer = key.get((await stranger(calls.beginPasskey, {})).options)
    expect((await stranger(confirm, { body: { passkey: answer } })).ok).toBe(false)
    const evil = 'https://evil.example'
    expect((await post(calls.beginPasskeySignIn.path, {}, '', evil)).body.code).toBe('bad_origin')
    expect((await post(calls.signInByPasskey.path, { passkey }, one.cookie, evil)).body.code).toBe(
      'bad_origin',
    )
  })

  test('a copied key is detected by its counter, and audited', async () => {
    const person = await cook()
    const { key } = await register(person.login)
    for (let times = 0; times < 3; times += 1) expect((await enter(key)).status).toBe(200)
    const { counter } = key.state
    key.state.counter = counter - 2
    expect((await enter(key)).body.code).toBe('passkey_refused')
    key.state.counter = counter - 1
    expect((await enter(key)).body.code).toBe('passkey_refused')
    expect((await enter(key)).status).toBe(200)
    const rows =
      await world.sql`select from audit where person_id = ${person.id} and event = 'passkey_failed'`
    expect(rows).toHaveLength(2)
  })

  test('registration: another origin or challenge, no user verification, the same key twice, no name', async () => {
    const login = (await cook()).login
    const { call, key } = await register(login)
    const add = async (passkey: object, name = 'Второй') =>
      (await call(calls.addPasskey, { body: { name, passkey: passkey as ReturnType<Key['create']> } })).error
    const fresh = async () => (await call(calls.beginNewPasskey, {})).options
    for (const tricks of [
      { origin: 'https://evil.example' },
      { rp_id: 'x.test' },
      { verified: false },
      { challenge: 'eA' },
    ])
      expect(await add(makeAuthenticator(SITE).create(await fresh(), tricks))).toContain('не тот ключ')
    expect(await add(makeAuthenticator(SITE).create({ challenge: 'eA', user: { id: 'eA' } }))).toContain(
      'не тот ключ',
    )
    expect(await add(key.create(await fresh()))).toBe('Этот ключ здесь уже есть.')
    await expect(add(makeAuthenticator(SITE).create(await fresh()), ' ')).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(add({ id: '<', rawId: '<', type: 'public-key', response: {} })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect((await call(calls.listPasskeys, {})).passkeys).toHaveLength(1)
  })
})
