import { acceptInvitation } from '@podmoga/contract/business'
import { confirm } from '@podmoga/contract/confirmation'
import { exportPeople } from '@podmoga/contract/desk/imports'
import * as people from '@podmoga/contract/desk/people'
import { getAdminSettings, setAdminSettings } from '@podmoga/contract/desk/settings'
import { getDesk, listQueue } from '@podmoga/contract/desk/tickets'
import * as steps from '@podmoga/contract/second-step'
import { getPlaces, signIn } from '@podmoga/contract/session'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { seedPeopleManagers } from '../business/business.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let opened = false
const STEP = 30_000

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const codeAt = (secret: string, by = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() + by })
const enter = (login: string, typed?: string, remoteAddress = '10.0.0.1') =>
  world.app
    .inject({
      method: 'POST',
      url: `/api/${signIn.path}`,
      remoteAddress,
      payload: { login, password: PASSWORD, ...(typed !== undefined && { code: typed }) },
    })
    .then((answer) => ({ status: answer.statusCode, ...answer.json<{ code?: string; fields?: object }>() }))
const enrol = async (login: string) => {
  const token = await world.signIn(login)
  const call = world.as({ token })
  const { secret, uri } = await call(steps.beginTotp, {})
  const { recovery_codes } = await call(steps.enableTotp, { body: { code: codeAt(secret) } })
  // The code that confirmed the key is consumed.
  world.clock.move(STEP)
  return { token, call, secret, uri, recovery_codes }
}

beforeEach(async () => {
  if (opened) await world.close()
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '86400' })
  opened = true
  walls = await seedPeopleManagers(world)
})
afterAll(() => world.close())

describe('codes of an app', () => {
  test('are not looked at while the key does not open; a recovery code still is, and nothing is counted', async () => {
    const { secret, recovery_codes } = await enrol(walls.agent.login)
    const flip = () => world.sql`
      update totp_keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where person_id = ${walls.agent.id}`
    await flip()
    for (let attempt = 0; attempt < 7; attempt += 1)
      expect(await enter(walls.agent.login, codeAt(secret))).toMatchObject({
        status: 503,
        code: 'unavailable',
        error: expect.stringContaining('второй шаг входа'),
      })
    expect(world.log().some(({ msg }) => msg === 'a second step was sealed with other keys')).toBe(true)
    expect(await enter(walls.agent.login, recovery_codes[0])).toMatchObject({ status: 200 })
    await flip()
    expect(await enter(walls.agent.login, codeAt(secret))).toMatchObject({ status: 200 })
  })

  test('are set up by a first right code, asked for at sign-in, good once and for a step around now', async () => {
    const token = await world.signIn(walls.agent.login)
    const other = world.as({ token: await world.signIn(walls.agent.login) })
    const call = world.as({ token })
    expect(await call(steps.getSecondStep, {})).toEqual({
      totp: false,
      passkeys: 0,
      recovery_left: 0,
      asked: false,
      required: false,
      passed: false,
      password: true,
    })
    expect(await call(steps.enableTotp, { body: { code: '123456' } })).toMatchObject({ ok: false })
    const { secret, uri } = await call(steps.beginTotp, {})
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*secret=.*/)
    expect(uri).toContain(secret)
    expect(await call(steps.enableTotp, { body: { code: codeAt(secret, -10 * STEP) } })).toMatchObject({
      ok: false,
      recovery_codes: [],
    })
    const first = codeAt(secret)
    const { ok, recovery_codes } = await call(steps.enableTotp, { body: { code: first } })
    expect(ok).toBe(true)
    expect(new Set(recovery_codes).size).toBe(10)
    // Other sessions opened with the password alone have ended.
    expect(await code(other(getPlaces, {}))).toBe('unauthorized')
    expect(await call(steps.getSecondStep, {})).toMatchObject({ totp: true, recovery_left: 10, passed: true })

    expect(await enter(walls.agent.login)).toMatchObject({
      status: 403,
      code: 'second_step_needed',
      fields: { code: expect.stringMatching(/код/) },
    })
    // A wrong password reveals nothing about the second step.
    const wrong = await world.app.inject({
      method: 'POST',
      url: `/api/${signIn.path}`,
      payload: { login: walls.agent.login, password: 'wrong', code: codeAt(secret, STEP) },
    })
    expect(wrong.json()).toMatchObject({ code: 'bad_credentials' })
    expect(await enter(walls.agent.login, first)).toMatchObject({ status: 400, code: 'invalid' })
    expect(await enter(walls.agent.login, codeAt(secret, 3 * STEP))).toMatchObject({ code: 'invalid' })
    expect(await enter(walls.agent.login, codeAt(secret, STEP))).toMatchObject({ status: 200 })
    // A code of an older time step than the last used one is refused.
    expect(await enter(walls.agent.login, codeAt(secret))).toMatchObject({
      code: 'invalid',
      fields: { code: expect.stringContaining('использован') },
    })
    world.clock.move(2 * STEP)
    expect(await enter(walls.agent.login, codeAt(secret, -STEP))).toMatchObject({ code: 'invalid' })
    expect(await enter(walls.agent.login, ` ${codeAt(secret).replace(/^.../, '$& ')} `)).toMatchObject({
      status: 200,
    })
  })

  test('one code at once in twenty hands opens one session', async () => {
    const { secret } = await enrol(walls.agent.login)
    const typed = codeAt(secret)
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => enter(walls.agent.login, typed, `10.0.1.${at}`)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  test('a recovery code works once, at once in many hands too, and new ones end the old', async () => {
    const { call, recovery_codes } = await enrol(walls.agent.login)
    const [one = '', two = '', three = ''] = recovery_codes
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => enter(walls.agent.login, one, `10.0.2.${at}`)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await enter(walls.agent.login, two.toLowerCase().replace('-', ' '))).toMatchObject({ status: 200 })
    expect(await call(steps.getSecondStep, {})).toMatchObject({ recovery_left: 8 })
    const renewed = await call(steps.renewRecoveryCodes, {})
    expect(renewed.recovery_codes.length).toBe(10)
    expect(await enter(walls.agent.login, three)).toMatchObject({ code: 'invalid' })
    expect(await enter(walls.agent.login, renewed.recovery_codes[0])).toMatchObject({ status: 200 })
  })

  test('guesses are held back by person, whatever the address, and the right code with them', async () => {
    const { secret } = await enrol(walls.agent.login)
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => enter(walls.agent.login, String(100_000 + at), `10.0.3.${at}`)),
    )
    expect(guesses.filter((one) => one.code === 'invalid').length).toBe(5)
    expect(guesses.filter((one) => one.code === 'too_often').length).toBe(15)
    expect(await enter(walls.agent.login, codeAt(secret), '10.9.9.9')).toMatchObject({ code: 'too_often' })
    world.clock.move(31_000)
    expect(await enter(walls.agent.login, codeAt(secret))).toMatchObject({ status: 200 })
  })

  test('hostile codes open nothing and break nothing', async () => {
    await enrol(walls.agent.login)
    const hostile = [
      '',
      ' ',
      '12345',
      '１２３４５６',
      '1234567',
      "' or 1=1 --",
      '\u0000',
      'AAAAA-AAAA1',
      'x'.repeat(40),
    ]
    for (const typed of hostile) {
      world.clock.move(3600_000)
      const answer = await enter(walls.agent.login, typed)
      expect(answer, typed).toMatchObject({ status: 400, code: 'invalid' })
      expect(JSON.stringify(answer.fields)).toMatch(/[а-я]/)
    }
  })

  test('neither keys nor codes are in clear in the database, the log or the audit', async () => {
    const { secret, recovery_codes } = await enrol(walls.agent.login)
    const typed = codeAt(secret)
    await enter(walls.agent.login, typed)
    await enter(walls.agent.login, recovery_codes[3])
    const rows = await world.sql<{ text: string }[]>`
      select encode(sealed, 'escape') || encode(sealed, 'hex') as text from totp_keys
      union all select encode(code_hash, 'escape') from recovery_codes
      union all select a::text from audit a`
    const all = rows.map(({ text }) => text).join('\n') + JSON.stringify(world.log())
    for (const hidden of [
      secret,
      typed,
      ...recovery_codes,
      ...recovery_codes.map((one) => one.replace('-', '')),
    ])
      expect(all).not.toContain(hidden)
  })

  test('N02: the person is told by mail of every change, and turning it off asks whether it is them', async () => {
    const { call, secret } = await enrol(walls.agent.login)
    world.clock.move(11 * 60_000)
    expect(await code(call(steps.disableTotp, {}))).toBe('confirmation_needed')
    expect(await code(call(steps.beginTotp, {}))).toBe('confirmation_needed')
    // A code confirms as a password does, and is consumed.
    const typed = codeAt(secret)
    expect(await call(confirm, { body: { code: typed } })).toMatchObject({ ok: true })
    expect(await call(confirm, { body: { code: typed } })).toMatchObject({ ok: false })
    expect(await code(call(confirm, { body: {} }))).toBe('invalid')
    expect(await call(steps.disableTotp, {})).toEqual({ ok: true, error: null })
    expect(await call(steps.disableTotp, {})).toMatchObject({ ok: false })
    expect(await enter(walls.agent.login)).toMatchObject({ status: 200 })
    await expect
      .poll(() => world.mail.sent.filter(({ to }) => to === walls.agent.login).map(({ subject }) => subject))
      .toEqual([expect.stringContaining('включён'), expect.stringContaining('выключен')])
  })
})

describe('a business that asks two steps of its desk', () => {
  const ask = async (two_steps: boolean | null, call: ReturnType<TestWorld['as']>) => {
    const { revision } = await call(getAdminSettings, {})
    return call(setAdminSettings, { body: { revision, values: { two_steps } } })
  }

  /** Ends the day that people have to prepare. */
  const prepared = async (call: ReturnType<TestWorld['as']>) => {
    await world.sql`update business_settings set changed_at = changed_at - interval '1 day'`
    await call(getAdminSettings, {})
  }

  test('gives a day to prepare and tells of it; whoever asks it has it already', async () => {
    const bare = world.as({ token: await world.signIn(walls.admin.login) })
    await expect(ask(true, bare)).rejects.toMatchObject({
      code: 'invalid',
      fields: { two_steps: expect.stringContaining('Сначала настройте второй шаг себе') },
    })
    const { call: admin } = await enrol(walls.admin.login)
    const agent = world.as({ token: await world.signIn(walls.agent.login) })
    await world.sql`update people set email_verified_at = now() where id = any(${[walls.agent.id, walls.admin.id]})`
    await ask(true, admin)
    expect(await code(agent(listQueue, {}))).toBe('ok')
    const me = await agent(getDesk, {})
    expect(me.needs_second_step).toBeUndefined()
    const left = Date.parse(me.second_step_from ?? '') - world.clock.now().getTime()
    expect(Math.round(left / 3_600_000)).toBe(24)
    expect((await admin(getDesk, {})).second_step_from).toBeUndefined()
    const notified = () =>
      world.mail.sent.filter(({ subject }) => subject.startsWith('Через сутки')).map(({ to }) => to)
    await expect.poll(notified).toEqual([walls.agent.login])
    // Saving the settings again does not restart the day.
    const { revision } = await admin(getAdminSettings, {})
    await admin(setAdminSettings, { body: { revision, values: { two_steps: true, brand: 'Чайхана' } } })
    expect((await agent(getDesk, {})).second_step_from).toBe(me.second_step_from)
    await prepared(admin)
    expect(await code(agent(listQueue, {}))).toBe('second_step_needed')
    expect(notified()).toEqual([walls.agent.login])
  })

  test('closes the desk to open sessions too until they pass it; staff and other businesses go on', async () => {
    const { call: admin } = await enrol(walls.admin.login)
    const manager = world.as({ token: await world.signIn(walls.manager.login) })
    const agent = world.as({ token: await world.signIn(walls.agent.login) })
    const foreign = world.as({ token: await world.signIn(walls.agent2.login) })
    const staff = world.as({ token: await world.signIn(walls.A.login), restaurant_id: walls.r11 })
    expect((await ask(true, admin)).values.two_steps).toBe(true)
    await prepared(admin)
    expect(await code(agent(listQueue, {}))).toBe('second_step_needed')
    expect(await code(manager(people.listPeople, {}))).toBe('second_step_needed')
    expect(await code(foreign(listQueue, {}))).toBe('ok')
    expect(await code(staff(getPlaces, {}))).toBe('ok')
    expect((await agent(getDesk, {})).needs_second_step).toBe(true)
    expect(await agent(steps.getSecondStep, {})).toMatchObject({ required: true, passed: false })
    expect(await agent(steps.passSecondStep, { body: { code: '123456' } })).toMatchObject({ ok: false })
    const { secret } = await agent(steps.beginTotp, {})
    await agent(steps.enableTotp, { body: { code: codeAt(secret) } })
    expect(await code(agent(listQueue, {}))).toBe('ok')
    expect((await agent(getDesk, {})).needs_second_step).toBeUndefined()
    // Once the second step is removed again, the desk is closed.
    await agent(steps.disableTotp, {})
    expect(await code(agent(listQueue, {}))).toBe('second_step_needed')
  })

  test('a session from before passes it without a new sign-in', async () => {
    const { secret } = await enrol(walls.agent.login)
    const [row] = await world.sql<{ id: string }[]>`
      update sessions set second_step_at = null where person_id = ${walls.agent.id} and ended_at is null
      returning id`
    expect(row).toBeDefined()
    const { call: admin } = await enrol(walls.admin.login)
    await ask(true, admin)
    await prepared(admin)
    const { access_token } = (await enter(walls.agent.login, codeAt(secret))) as unknown as {
      access_token: string
    }
    const agent = world.as({ token: access_token })
    await world.sql`update sessions set second_step_at = null where person_id = ${walls.agent.id}`
    world.clock.move(3000)
    expect(await code(agent(listQueue, {}))).toBe('second_step_needed')
    world.clock.move(STEP)
    expect(await agent(steps.passSecondStep, { body: { code: codeAt(secret) } })).toEqual({
      ok: true,
      error: null,
    })
    expect(await code(agent(listQueue, {}))).toBe('ok')
  })

  test('turning it off again asks whether it is them', async () => {
    const { call } = await enrol(walls.admin.login)
    await ask(true, call)
    world.clock.move(11 * 60_000)
    expect(await code(ask(null, call))).toBe('confirmation_needed')
    // Other settings need no confirmation.
    const { revision } = await call(getAdminSettings, {})
    expect(await code(call(setAdminSettings, { body: { revision, values: { brand: 'Чайхана' } } }))).toBe(
      'ok',
    )
  })
})

describe('a lost phone', () => {
  test('N01: an admin resets it: journalled, sessions over, never on oneself, on the operator or on another business', async () => {
    const { call: agent } = await enrol(walls.agent.login)
    await enrol(walls.operator.login)
    const admin = world.as({ token: await world.signIn(walls.admin.login) })
    const reset = (call: typeof admin, personId: string) =>
      code(call(people.resetSecondStep, { params: { personId } }))
    expect(await reset(admin, walls.admin.id)).toBe('above_you')
    expect(await reset(admin, walls.operator.id)).toBe('above_you')
    expect(await reset(admin, walls.agent2.id)).toBe('not_found')
    const manager = world.as({ token: await world.signIn(walls.manager.login) })
    expect(await reset(manager, walls.agent.id)).toBe('forbidden')
    expect(await reset(agent, walls.agent.id)).toBe('forbidden')
    expect((await admin(people.getAdminPerson, { params: { personId: walls.agent.id } })).second_step).toBe(
      true,
    )
    expect(await reset(admin, walls.agent.id)).toBe('ok')
    expect(await reset(admin, walls.agent.id)).toBe('ok')
    expect(await code(agent(getPlaces, {}))).toBe('unauthorized')
    expect(await enter(walls.agent.login)).toMatchObject({ status: 200 })
    const lines = await world.sql`
      select subject from audit where event = 'second_step_reset' and business_id = ${walls.businesses.n1}`
    expect(lines).toEqual([{ subject: `person ${walls.agent.id}` }])
    world.clock.move(11 * 60_000)
    expect(await reset(admin, walls.agent.id)).toBe('confirmation_needed')
    expect(await code(admin(exportPeople, {}))).toBe('confirmation_needed')
  })

  test('a link for a new password opens no way round the second step', async () => {
    const { secret } = await enrol(walls.agent.login)
    const admin = world.as({ token: await world.signIn(walls.admin.login) })
    const { link } = await admin(people.inviteAgain, { params: { personId: walls.agent.id }, body: {} })
    const key = new URL(link).searchParams.get('key') ?? ''
    const fresh = 'Vesna-v-Buxare-24'
    expect(await code(world.as({})(acceptInvitation, { body: { key, password: fresh } }))).toBe(
      'second_step_needed',
    )
    // The password is the new one; the second step is still required.
    const body = { login: walls.agent.login, password: fresh }
    expect(await code(world.as({})(signIn, { body }))).toBe('second_step_needed')
    expect(await code(world.as({})(signIn, { body: { ...body, code: codeAt(secret) } }))).toBe('ok')
  })
})
