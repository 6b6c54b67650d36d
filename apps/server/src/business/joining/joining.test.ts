import type { Call } from '@podmoga/contract/client'
import * as desk from '@podmoga/contract/desk/joining'
import { disablePerson } from '@podmoga/contract/desk/people'
import * as joining from '@podmoga/contract/joining'
import { subscribeDevice } from '@podmoga/contract/notifications'
import { listRestaurants } from '@podmoga/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPushService } from '../../ports/testing-push.ts'
import { lastCode, messagesTo, otherThan } from '../../profile/profile.testing.sent.ts'
import { addPerson } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'
import { forgetJoining } from './joining.sql.ts'

const DAY_MS = 24 * 3600 * 1000
const NEW = 'Vesna-v-Buxare-24'

const service = await startPushService()
afterAll(service.stop)

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'manager' | 'nobody', Call>
let next = 0

beforeAll(async () => {
  world = await openWorld({
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '31536000',
    SESSION_DAYS: '3000',
    SMS_PER_DAY: '1000',
    PUSH_ORIGINS: service.url,
  })
  walls = await seedPeopleManagers(world)
  as = { ...(await signInPeopleManagers(world, walls, 'admin', 'admin2', 'manager')), nobody: world.as({}) }
})
afterAll(() => world.close())

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const newPhone = (): string => {
  next += 1
  return `+99890${String(7_000_000 + next)}`
}
const keyOf = (link: string): string => new URL(link).searchParams.get('key') ?? ''
const at = (restaurantId: string) => ({ params: { restaurantId } })
const poster = async (call: Call = as.manager, restaurant: string = walls.r11): Promise<string> =>
  keyOf((await call(desk.makePoster, at(restaurant))).link)
const ask = (key: string, phone: string, more: object = {}) =>
  as.nobody(joining.askToJoin, { body: { key, first_name: 'Дилшод', phone, ...more } })
const smsCode = async (phone: string, sent = 1): Promise<string> => {
  await expect.poll(() => messagesTo(world, phone).length).toBe(sent)
  return lastCode(world, phone)
}
const confirm = (token: string, digits: string) =>
  as.nobody(joining.confirmJoin, { body: { token, code: digits } })
const look = (token: string) => as.nobody(joining.lookAtJoining, { body: { token } })
const finish = (token: string, password = NEW) =>
  as.nobody(joining.finishJoining, { body: { token, password } })
/** A newcomer with a verified phone; returns the token of their page. */
const comeTo = async (key: string, phone: string, sent = 1): Promise<string> => {
  const { token } = await ask(key, phone)
  expect(await confirm(token, await smsCode(phone, sent))).toEqual({ ok: true, message: null })
  return token
}
const requestOf = async (phone: string, call: Call = as.manager) =>
  (await call(desk.listJoinRequests, {})).results.find((one) => one.phone === phone)
const decide = (call: Call, what: 'admit' | 'refuse', requestId = '0') =>
  call(what === 'admit' ? desk.admitNewcomer : desk.refuseNewcomer, { params: { requestId } })

test('a newcomer asks by the poster, confirms the phone, is admitted by one tap, chooses a password and is in', async () => {
  const made = await as.manager(desk.makePoster, at(walls.r11))
  expect(made.link).toMatch(/^http:\/\/localhost:3000\/intranet\/join\?key=\d+-[\w-]{43}$/)
  expect(await as.manager(desk.getPoster, at(walls.r11))).toMatchObject({
    business: 'Первый бизнес',
    poster: made,
  })
  const key = keyOf(made.link)
  const shown = await as.nobody(joining.lookAtPoster, { body: { key } })
  expect(shown.business).toBe('Первый бизнес')
  const phone = newPhone()
  const { token, delay_until_next_otp } = await ask(key, phone, { last_name: 'Каримов' })
  expect(delay_until_next_otp).toBe(60)
  expect(await look(token)).toMatchObject({ state: 'code', phone, restaurant: shown.restaurant })
  expect(await requestOf(phone)).toBeUndefined()
  const right = await smsCode(phone)
  expect((await confirm(token, otherThan(right))).ok).toBe(false)
  expect((await confirm(token, right)).ok).toBe(true)
  expect(await look(token)).toMatchObject({ state: 'waiting', has_password: false })
  await expect(finish(token)).rejects.toMatchObject({ code: 'not_found' })
  const request = await requestOf(phone)
  expect(request).toMatchObject({ first_name: 'Дилшод', last_name: 'Каримов', is_known: false })
  await decide(as.manager, 'admit', request?.id)
  expect(await requestOf(phone)).toBeUndefined()
  expect(await look(token)).toMatchObject({ state: 'admitted', has_password: false })
  await expect(finish(token, '12345678')).rejects.toMatchObject({ fields: { password: expect.anything() } })
  const entered = await finish(token)
  expect(entered.restaurants.map(({ id }) => id)).toEqual([walls.r11])
  await expect(finish(token)).rejects.toMatchObject({ code: 'not_found' })
  const again = world.as({ token: await world.signIn(phone, NEW), restaurant_id: walls.r11 })
  expect((await again(listRestaurants, {})).restaurants).toHaveLength(1)
  const journal = await world.sql<{ event: string; line: string }[]>`
    select event, a::text as line from audit a where business_id = ${walls.businesses.n1} order by id`
  const events = journal.map(({ event }) => event)
  expect(events).toEqual(expect.arrayContaining(['poster_made', 'newcomer_admitted', 'newcomer_joined']))
  expect(journal.map(({ line }) => line).join()).not.toMatch(new RegExp(`\\${phone}|${key}|${token}`))
})

test('its managers are told at once that somebody waits, in their own way, and the newcomer how it ended', async () => {
  const { id, login: email } = walls.manager
  const browser = service.browser()
  await world.as({ token: await world.signIn(email), restaurant_id: walls.r11 })(subscribeDevice, {
    body: browser.subscription,
  })
  const choose = (more: object) => world.sql`
    insert into notice_choices ${world.sql({ person_id: id, restaurant_id: walls.r11, ...more })}
    on conflict (person_id, restaurant_id) do update set by_mail_since = excluded.by_mail_since,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`
  await world.sql`update people set email_verified_at = now() where id = ${id}`
  const key = await poster()
  const letters = () =>
    world.mail.sent.filter(({ to, subject }) => to === email && subject.startsWith('Новичок'))
  const phone = newPhone()
  await comeTo(key, phone)
  await expect
    .poll(() => browser.received.map(({ payload }) => payload))
    .toMatchObject([{ kind: 'joining', title: 'Новичок ждёт доступа', path: `/${walls.r11}` }])
  const [first] = browser.received
  expect(JSON.stringify(first?.payload)).not.toContain(phone)
  expect(letters()).toEqual([])
  const request = await requestOf(phone)
  await decide(as.manager, 'admit', request?.id)
  await expect
    .poll(() => browser.received.at(-1)?.payload)
    .toMatchObject({ kind: 'read', tag: `joining-${request?.id}` })
  await expect.poll(() => messagesTo(world, phone).at(-1)?.text).toContain('вас приняли')
  // Letters for managers who enabled them; no push in quiet hours.
  await choose({ by_mail_since: new Date(0), quiet_from: 0, quiet_to: 1439 })
  const other = newPhone()
  await comeTo(key, other)
  await expect.poll(letters).toHaveLength(1)
  await decide(as.manager, 'refuse', (await requestOf(other))?.id)
  await expect.poll(() => messagesTo(world, other).at(-1)?.text).toContain('доступ не открыли')
  expect(browser.received.filter(({ payload }) => payload.kind === 'joining')).toHaveLength(1)
})

test('only the owner of a phone learns whether it has an account', async () => {
  const key = await poster()
  const taken = newPhone()
  await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'taken@walls.test',
    phone: taken,
    restaurants: [walls.r11],
  })
  const foreign = newPhone()
  await addPerson(world.sql, { business_id: walls.businesses.n2, email: 'far@walls.test', phone: foreign })
  const answers = await Promise.all([taken, foreign, newPhone()].map((phone) => ask(key, phone)))
  const states = await Promise.all(answers.map(({ token }) => look(token)))
  expect(new Set(answers.map(({ delay_until_next_otp }) => delay_until_next_otp))).toEqual(new Set([60]))
  expect(new Set(states.map(({ phone: _, ...rest }) => JSON.stringify(rest))).size).toBe(1)
  // The code proves ownership: a member is admitted without a decision, and no password changes.
  const own = answers[0]?.token ?? ''
  await confirm(own, await smsCode(taken))
  expect(await look(own)).toMatchObject({ state: 'admitted', has_password: true })
  await expect(finish(own)).rejects.toMatchObject({ code: 'not_found' })
  // A phone of another business waits like any other; the manager sees why it cannot be admitted.
  const far = answers[1]?.token ?? ''
  await confirm(far, await smsCode(foreign))
  expect(await look(far)).toMatchObject({ state: 'waiting' })
  const request = await requestOf(foreign)
  expect(request).toMatchObject({ is_known: false })
  expect(await code(decide(as.manager, 'admit', request?.id))).toBe('address_taken')
  expect(await code(decide(as.manager, 'refuse', request?.id))).toBe('ok')
  expect(await look(far)).toMatchObject({ state: 'refused' })
})

test('a colleague of another restaurant keeps account and password; a disabled one stays outside', async () => {
  const key = await poster()
  const phone = newPhone()
  const colleague = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'next-door@walls.test',
    phone,
    restaurants: [walls.r12],
  })
  const token = await comeTo(key, phone)
  const request = await requestOf(phone)
  expect(request?.is_known).toBe(true)
  await decide(as.manager, 'admit', request?.id)
  expect(await look(token)).toMatchObject({ state: 'admitted', has_password: true })
  const both = await world.sql`select from memberships where person_id = ${colleague.id}`
  expect(both.count).toBe(2)
  const gone = newPhone()
  const person = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'gone@walls.test',
    phone: gone,
    restaurants: [walls.r11],
  })
  await as.admin(disablePerson, { params: { personId: person.id } })
  await comeTo(key, gone)
  expect(await code(decide(as.manager, 'admit', (await requestOf(gone))?.id))).toBe('person_disabled')
})

test('a poster that was revoked, replaced, ran out or was forged opens nothing', async () => {
  const old = await poster()
  const key = await poster()
  const see = (which: string) => code(as.nobody(joining.lookAtPoster, { body: { key: which } }))
  expect(await see(old)).toBe('not_found')
  expect(await see(key)).toBe('ok')
  const [id, signature] = key.split('-', 1).concat(key.slice(key.indexOf('-') + 1))
  expect(await see(`${Number(id) + 1}-${signature}`)).toBe('not_found')
  expect(await see('1-short')).toBe('invalid')
  await as.manager(desk.revokePoster, at(walls.r11))
  expect(await see(key)).toBe('not_found')
  expect(await code(ask(key, newPhone()))).toBe('not_found')
  const late = await poster()
  world.clock.move(181 * DAY_MS)
  expect(await see(late)).toBe('not_found')
  expect((await as.manager(desk.getPoster, at(walls.r11))).poster).toBeNull()
})

test('walls: posters and requests of a restaurant beyond reach are not found', async () => {
  const key = await poster(as.admin, walls.r12)
  const phone = newPhone()
  await comeTo(key, phone)
  expect(await requestOf(phone, as.manager)).toBeUndefined()
  const request = await requestOf(phone, as.admin)
  for (const call of [as.manager, as.admin2]) {
    expect(await code(decide(call, 'admit', request?.id))).toBe('not_found')
    for (const one of [desk.getPoster, desk.makePoster, desk.revokePoster])
      expect(await code(call(one, at(walls.r12)))).toBe('not_found')
  }
  expect(await code(decide(as.admin, 'refuse', request?.id))).toBe('ok')
})

test('two managers at once: one decision, and one person', async () => {
  const key = await poster()
  const phone = newPhone()
  await comeTo(key, phone)
  const id = (await requestOf(phone))?.id
  const admitted = await Promise.all([as.manager, as.admin].map((call) => code(decide(call, 'admit', id))))
  expect(admitted).toEqual(['ok', 'ok'])
  expect((await world.sql`select from people where phone = ${phone}`).count).toBe(1)
  expect(await code(decide(as.admin, 'refuse', id))).toBe('request_decided')
  const other = newPhone()
  await comeTo(key, other)
  const second = (await requestOf(other))?.id
  const both = await Promise.all([
    code(decide(as.manager, 'admit', second)),
    code(decide(as.admin, 'refuse', second)),
  ])
  expect(both.toSorted()).toEqual(['ok', 'request_decided'])
})

test('the same phone asked anew takes the place of its earlier request', async () => {
  const key = await poster()
  const phone = newPhone()
  const first = await comeTo(key, phone)
  world.clock.move(61_000)
  const second = await comeTo(key, phone, 2)
  await expect(look(first)).rejects.toMatchObject({ code: 'not_found' })
  expect((await look(second)).state).toBe('waiting')
  expect(
    (await as.manager(desk.listJoinRequests, {})).results.filter((one) => one.phone === phone),
  ).toHaveLength(1)
})

test('a code: five tries, ten minutes, and another only after the delay', async () => {
  const key = await poster()
  const phone = newPhone()
  const { token } = await ask(key, phone)
  const right = await smsCode(phone)
  expect(await as.nobody(joining.sendJoinCode, { body: { token } })).toMatchObject({ ok: true })
  expect(messagesTo(world, phone)).toHaveLength(1)
  // Another page of the same phone gets no code within the delay, and the first page's code does not work there.
  const { token: other, delay_until_next_otp } = await ask(key, phone)
  expect(delay_until_next_otp).toBeGreaterThan(0)
  expect((await confirm(other, right)).ok).toBe(false)
  for (let i = 0; i < 5; i += 1) expect((await confirm(token, otherThan(right))).ok).toBe(false)
  expect((await confirm(token, right)).ok).toBe(false)
  world.clock.move(61_000)
  expect(await as.nobody(joining.sendJoinCode, { body: { token } })).toMatchObject({ ok: true, error: null })
  await expect.poll(() => messagesTo(world, phone).length).toBe(2)
  world.clock.move(11 * 60_000)
  expect((await confirm(token, lastCode(world, phone))).ok).toBe(false)
})

test('a request retried after a lost response opens the same join request, and the code already sent works', async () => {
  const key = await poster()
  const phone = newPhone()
  const attempt = crypto.randomUUID()
  await ask(key, phone, { attempt })
  const right = await smsCode(phone)
  const [again, pressed] = await Promise.all([ask(key, phone, { attempt }), ask(key, phone, { attempt })])
  expect(again.token).toBe(pressed.token)
  expect(again.delay_until_next_otp).toBeGreaterThan(0)
  expect(messagesTo(world, phone)).toHaveLength(1)
  // Another attempt id, or none, gets a page of its own.
  for (const other of [{ attempt: crypto.randomUUID() }, { attempt, first_name: 'Другой' }, {}])
    expect((await ask(key, phone, other)).token).not.toBe(again.token)
  expect(await confirm(again.token, right)).toEqual({ ok: true, message: null })
  expect((await ask(key, phone, { attempt })).token).toBe(again.token)
  expect((await look(again.token)).state).toBe('waiting')
})

test('bad numbers are told as in the profile, foreign pages and hosts are of no use', async () => {
  const key = await poster()
  await expect(ask(key, '+870773123456')).rejects.toMatchObject({
    fields: { phone: expect.stringContaining('спутниковые') },
  })
  await expect(ask(key, '12')).rejects.toMatchObject({ fields: { phone: 'Неверный номер телефона' } })
  await expect(ask(key, newPhone(), { first_name: ' ' })).rejects.toMatchObject({ code: 'invalid' })
  const post = (url: string, payload: object, headers: Record<string, string>) =>
    world.app.inject({ method: 'POST', url, headers, payload })
  const payload = { key, first_name: 'Чужой', phone: newPhone() }
  const answer = await post('/api/joining/', payload, { origin: 'https://evil.example' })
  expect(answer.json()).toMatchObject({ code: 'bad_origin' })
  const token = await world.signIn(walls.manager.login)
  const made = await post(
    `/api/desk/admin/restaurants/${walls.r11}/poster/`,
    {},
    {
      authorization: `Bearer ${token}`,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    },
  )
  expect(made.json().link).toMatch(/^http:\/\/localhost:3000\//)
})

test('what newcomers left behind is forgotten', async () => {
  const key = await poster()
  const [asked, waiting] = [newPhone(), newPhone()]
  await ask(key, asked)
  await comeTo(key, waiting)
  world.clock.move(2 * DAY_MS)
  const now = world.clock.now().getTime()
  await forgetJoining(world.sql, {
    unconfirmed_before: new Date(now - DAY_MS),
    before: new Date(now - 30 * DAY_MS),
  })
  const left = await world.sql<{ phone: string }[]>`
    select phone from join_requests where phone = any(${[asked, waiting]})`
  expect(left).toEqual([{ phone: waiting }])
})

test('rates: by address, by restaurant, by phone', async () => {
  const limited = await openWorld({ SMS_PER_DAY: '100' })
  try {
    const { manager, admin, r11, r12 } = await seedPeopleManagers(limited)
    const call = limited.as({ token: await limited.signIn(manager.login) })
    const key = keyOf((await call(desk.makePoster, at(r11))).link)
    const from = (address: string, phone: string, which = key) =>
      limited.app
        .inject({
          method: 'POST',
          url: '/api/joining/',
          remoteAddress: address,
          payload: { key: which, first_name: 'Дилшод', phone },
        })
        .then((answer) => answer.statusCode)
    // Per phone: repeated requests do not send a fourth SMS, whichever page asks.
    const phone = newPhone()
    for (let i = 0; i < 5; i += 1) {
      expect(await from('10.0.0.1', phone)).toBe(200)
      await expect.poll(() => messagesTo(limited, phone).length).toBe(Math.min(i + 1, 3))
      limited.clock.move(5 * 60_000)
    }
    for (let i = 0; i < 25; i += 1) expect(await from('10.0.0.1', newPhone())).toBe(200)
    expect(await from('10.0.0.1', newPhone())).toBe(429)
    // Half of a business's daily SMS quota is for posters, the other half for its own staff.
    for (let i = 0; i < 20; i += 1) expect(await from('10.0.0.2', newPhone())).toBe(200)
    const other = limited.as({ token: await limited.signIn(admin.login) })
    const second = keyOf((await other(desk.makePoster, at(r12))).link)
    expect(await from('10.0.0.3', newPhone(), second)).toBe(429)
    limited.clock.move(DAY_MS)
    expect(await from('10.0.0.3', newPhone(), second)).toBe(200)
    for (let i = 0; i < 30; i += 1) expect(await from('10.0.0.4', newPhone())).toBe(200)
    for (let i = 0; i < 19; i += 1) expect(await from('10.0.0.5', newPhone())).toBe(200)
    expect(await from('10.0.0.6', newPhone())).toBe(429)
  } finally {
    await limited.close()
  }
})

test('posters of many restaurants on one sheet: what hangs stays, what is missing is made, a foreign one is nobody’s', async () => {
  const held = await as.admin(desk.makePoster, at(walls.r11))
  await as.admin(desk.revokePoster, at(walls.r12))
  const ids = [walls.r12, walls.r11, walls.r12]
  const both = await as.admin(desk.makePosters, { body: { ids } })
  expect(both.made).toBe(1)
  expect(new Map(both.posters.map(({ restaurant, link }) => [restaurant.id, link])).get(walls.r11)).toBe(
    held.link,
  )
  expect(new Set(both.posters.map(({ restaurant }) => restaurant.id))).toEqual(new Set(ids))
  for (const { link, restaurant } of both.posters)
    expect(await as.nobody(joining.lookAtPoster, { body: { key: keyOf(link) } })).toMatchObject({
      restaurant: restaurant.name,
    })
  // Printing again returns the same poster.
  const again = await as.admin(desk.makePosters, { body: { ids } })
  expect(again).toEqual({ ...both, made: 0 })
  // An expired poster is created anew.
  await world.sql`update posters set expires_at = now() - interval '1 year' where restaurant_id = ${walls.r12}`
  expect((await as.admin(desk.makePosters, { body: { ids } })).made).toBe(1)
  for (const [call, foreign] of [
    [as.admin, walls.r21],
    [as.manager, walls.r12],
    [as.admin2, walls.r11],
  ] as const)
    expect(await code(call(desk.makePosters, { body: { ids: [foreign] } }))).toBe('not_found')
  expect(await code(as.manager(desk.makePosters, { body: { ids: [walls.r11] } }))).toBe('ok')
})
