import { changePassword } from '@podmoga/contract/profile'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { httpSms } from '../../ports/http-sms.ts'
import type { Mail } from '../../ports/mail.ts'
import type { Sms } from '../../ports/sms.ts'
import { smtpMail } from '../../ports/smtp-mail.ts'
import { startGateway } from '../../ports/testing-gateway.ts'
import { partsOf, startSmtp } from '../../ports/testing-smtp.ts'
import { secondServer } from '../../session/session.testing-server.ts'
import { PASSWORD } from '../../testing.ts'
import { codeIn, lastCode, lettersTo, messagesTo } from '../profile.testing.sent.ts'
import { confirmEmail, confirmPhone, openProfileWorld, sendEmail, sendPhone } from '../profile.testing.ts'
import { SAY } from '../profile.texts.ts'

const MINUTE = 60_000

let opened: Awaited<ReturnType<typeof openProfileWorld>>
let memory: { mail: Mail['send']; sms: Sms['send'] }

beforeAll(async () => {
  opened = await openProfileWorld({ DELIVERY_SECONDS: '2', CODES_PER_HOUR_ADDRESS: '5' })
  memory = { mail: opened.world.mail.send, sms: opened.world.sms.send }
})
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  opened.world.mail.send = memory.mail
  opened.world.sms.send = memory.sms
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => opened.world.close())

/** Sends the world's mail over a real SMTP server. */
const overSmtp = async (...given: Parameters<typeof startSmtp>) => {
  const server = await startSmtp(...given)
  stops.push(server.stop)
  const { send } = smtpMail({ url: server.url, from: 'no-reply@podmoga.example', host: 'podmoga.example' })
  opened.world.mail.send = send
  return server
}
const rowsTo = (to: string) => opened.world.sql<
  {
    sent_at: Date | null
    failed_at: Date | null
    last_error: string | null
    attempts: number
    bytes: number
  }[]
>`
  select sent_at, failed_at, last_error, attempts, length(sealed) as bytes from outbox
  where to_address = ${to} order by id`

describe('a code over a real mail server', () => {
  test('O01: arrives once, works, and its row keeps nothing of it', async () => {
    const server = await overSmtp()
    const person = await opened.newcomer()
    expect(await sendEmail(person.call, 'real@new.test')).toMatchObject({ ok: true })
    expect(server.received.map(({ to }) => to)).toEqual([['real@new.test']])
    const { headers, text, html } = partsOf(server.received[0]?.raw ?? '')
    const code = codeIn(text)
    expect(html).toContain(code)
    expect(headers).not.toContain(code)
    expect(await rowsTo('real@new.test')).toMatchObject([
      { sent_at: expect.any(Date), bytes: 0, attempts: 0 },
    ])
    expect(await confirmEmail(person.call, 'real@new.test', code)).toMatchObject({ ok: true })
  })

  test.each([
    ['down', async () => (await overSmtp()).stop().then(() => stops.pop())],
    ['slow', () => overSmtp({ hold: true })],
    ['rejecting', () => overSmtp({ refuse: () => 550 })],
    ['greylisting', () => overSmtp({ refuse: () => 451 })],
  ])('O26, F12: a server that is %s takes the code back, says so, and costs no delay', async (how, begin) => {
    await begin()
    const person = await opened.newcomer()
    const email = `${how}@f12.test`
    const began = performance.now()
    expect(await sendEmail(person.call, email)).toEqual({
      ok: false,
      error: SAY.mail_down,
      delay_until_next_otp: 0,
      email_exists: false,
    })
    expect(performance.now() - began).toBeLessThan(25_000)
    expect((await opened.world.sql`select from codes where address = ${email}`).count).toBe(0)
    expect(await rowsTo(email)).toMatchObject([{ failed_at: expect.any(Date), sent_at: null, bytes: 0 }])

    const server = await overSmtp()
    expect(await sendEmail(person.call, email)).toMatchObject({ ok: true, delay_until_next_otp: 60 })
    opened.world.clock.move(5 * MINUTE)
    await overSmtp()
    expect(server.received).toHaveLength(1)
    const code = codeIn(partsOf(server.received[0]?.raw ?? '').text)
    expect(await confirmEmail(person.call, email, code)).toMatchObject({ ok: true })
  })
})

describe('a code over a real gateway', () => {
  test('O02: arrives once and works', async () => {
    const gateway = await startGateway(() => ({ status: 200, body: '{"ok":true}' }))
    stops.push(gateway.stop)
    opened.world.sms.send = httpSms({ url: gateway.url, from: 'PODMOGA' }).send
    const person = await opened.newcomer()
    expect(await sendPhone(person.call, '90 888 00 01')).toMatchObject({ ok: true })
    expect(gateway.asked.map(({ body }) => body.to)).toEqual(['+998908880001'])
    const code = codeIn(gateway.asked[0]?.body.text)
    expect(await confirmPhone(person.call, '+998908880001', code)).toMatchObject({ ok: true })
  })

  test.each([
    ['500', { status: 500, body: '{}' }],
    ['garbage', { status: 200, body: '<html>' }],
    ['silent', 'hang'],
  ] as const)(
    'O27, F13: a gateway that is %s: refused in Russian, and never sent twice',
    async (how, answer) => {
      const gateway = await startGateway(() => answer)
      stops.push(gateway.stop)
      opened.world.sms.send = httpSms({ url: gateway.url, from: 'PODMOGA' }).send
      const person = await opened.newcomer()
      const phone = `+99890888010${how.length}`
      const began = performance.now()
      expect(await sendPhone(person.call, phone)).toEqual({
        ok: false,
        error: SAY.sms_down,
        delay_until_next_otp: 0,
        phone_exists: false,
      })
      expect(performance.now() - began).toBeLessThan(25_000)
      opened.world.sms.send = memory.sms
      opened.world.clock.move(5 * MINUTE)
      await sendPhone(person.call, phone)
      expect(gateway.asked).toHaveLength(1)
      expect(messagesTo(opened.world, phone)).toHaveLength(1)
      const first = codeIn(gateway.asked[0]?.body.text)
      if (first !== lastCode(opened.world, phone))
        expect(await confirmPhone(person.call, phone, first)).toMatchObject({ ok: false })
    },
  )
})

describe('the worker', () => {
  test('sends a notice again after an outage, later each time, and once in the end', async () => {
    const person = await opened.newcomer()
    let attempts = 0
    opened.world.mail.send = async () => {
      attempts += 1
      throw Object.assign(new Error('down for ivan@secret.test'), { code: 'ECONNREFUSED' })
    }
    const body = { old_password: PASSWORD, new_password: 'щитабука-14' }
    expect(await person.call(changePassword, { body })).toMatchObject({ ok: true })
    for (let i = 1; i <= 3; i += 1) {
      await expect.poll(() => attempts).toBe(i)
      await expect.poll(async () => (await rowsTo(person.login))[0]?.last_error).toBe('ECONNREFUSED')
      opened.world.clock.move(15_000 * 2 ** (i - 1) * 1.3)
    }
    opened.world.mail.send = memory.mail
    await expect.poll(() => lettersTo(opened.world, person.login).length).toBe(1)
    await expect
      .poll(async () => (await rowsTo(person.login))[0])
      .toMatchObject({ sent_at: expect.any(Date), last_error: null, bytes: 0 })
    opened.world.clock.move(60 * MINUTE)
    await expect.poll(async () => (await rowsTo(person.login))[0]?.sent_at).toBeInstanceOf(Date)
    expect(lettersTo(opened.world, person.login)).toHaveLength(1)
    expect(JSON.stringify(opened.world.log())).not.toContain('ivan@secret.test')
  })

  test('never sends what is no longer worth it', async () => {
    const person = await opened.newcomer()
    opened.world.mail.send = () => Promise.reject(new Error('down'))
    await person.call(changePassword, { body: { old_password: PASSWORD, new_password: 'щитабука-15' } })
    await expect.poll(async () => (await rowsTo(person.login))[0]?.last_error).toBe('Error')
    opened.world.mail.send = memory.mail
    opened.world.clock.move(73 * 60 * MINUTE)
    await expect
      .poll(async () => (await rowsTo(person.login))[0])
      .toMatchObject({ failed_at: expect.any(Date), last_error: 'EXPIRED', bytes: 0 })
    expect(lettersTo(opened.world, person.login)).toEqual([])
  })

  test('a code whose server died while sending it is sent by another server, and works', async () => {
    const person = await opened.newcomer()
    const dying = await secondServer(opened.world, {
      DELIVERY_SECONDS: '9',
      ACCESS_TOKEN_SECONDS: '31536000',
    })
    let id: string | undefined
    let release = (): void => undefined
    opened.world.mail.send = (letter) => {
      id = letter.id
      return new Promise((resolve) => {
        release = resolve
      })
    }
    const asking = post(dying, person, 'send_email_update_code', { email: 'crash@new.test' })
    await expect.poll(() => id).toBeDefined()
    opened.world.mail.send = memory.mail
    expect(lettersTo(opened.world, 'crash@new.test')).toEqual([])
    opened.world.clock.move(61_000)
    await expect.poll(() => lettersTo(opened.world, 'crash@new.test').length).toBe(1)
    expect(lettersTo(opened.world, 'crash@new.test')[0]?.id).toBe(id)
    const code = lastCode(opened.world, 'crash@new.test')
    expect(await confirmEmail(person.call, 'crash@new.test', code)).toMatchObject({ ok: true })
    release()
    await asking
    await dying.close()
  })

  test('two servers send each message once', async () => {
    const other = await secondServer(opened.world)
    await other.ready()
    const people = await Promise.all(Array.from({ length: 12 }, () => opened.newcomer()))
    await Promise.all(
      people.map(({ call }) =>
        call(changePassword, { body: { old_password: PASSWORD, new_password: 'щитабука-16' } }),
      ),
    )
    const count = () => people.map(({ login }) => lettersTo(opened.world, login).length)
    await expect.poll(count).toEqual(Array(12).fill(1))
    await other.close()
    expect(count()).toEqual(Array(12).fill(1))
  })

  test('a message that was sent but could not be marked is not sent again', async () => {
    const person = await opened.newcomer()
    const { sql } = opened.world
    await sql`alter table outbox add constraint no_marks check (sent_at is null) not valid`
    await person.call(changePassword, { body: { old_password: PASSWORD, new_password: 'щитабука-17' } })
    await expect.poll(() => lettersTo(opened.world, person.login).length).toBe(1)
    await sql`alter table outbox drop constraint no_marks`
    opened.world.clock.move(2 * MINUTE)
    await expect.poll(async () => (await rowsTo(person.login))[0]?.sent_at).not.toBeNull()
    expect(lettersTo(opened.world, person.login)).toHaveLength(1)
  })

  test('deletes letters after a week and code requests after two days', async () => {
    await opened.world.sql`update outbox set created_at = '2020-01-01', expires_at = '2020-01-02'`
    await opened.world.sql`update code_sends set sent_at = '2020-01-01'`
    opened.world.clock.move(61 * MINUTE)
    const left = async () =>
      (await opened.world.sql`select 1 from outbox union all select 1 from code_sends`).count
    await expect.poll(left).toBe(0)
  })
})

const post = (app: FastifyInstance, person: { token: string }, call: string, payload: object) =>
  app.inject({
    method: 'POST',
    url: `/api/users/profile/${call}/`,
    headers: { authorization: `Bearer ${person.token}`, authrestaurantid: opened.walls.r11 },
    payload,
  })

describe('the demo outbox', () => {
  test('shows letters and messages in clear, newest first, by address; without a mail server they stay there', async () => {
    const { mail, sms } = opened.world as { mail: Mail; sms: Sms }
    mail.stays = true
    sms.stays = true
    const demo = await secondServer(opened.world, { DEV_OUTBOX: '1', ACCESS_TOKEN_SECONDS: '31536000' })
    delete mail.stays
    delete sms.stays
    const person = await opened.newcomer()
    const began = opened.world.clock.now().getTime()
    expect((await post(demo, person, 'send_email_update_code', { email: 'Demo@box.test' })).json().ok).toBe(
      true,
    )
    expect((await post(demo, person, 'send_phone_update_code', { phone: '+998908880300' })).json().ok).toBe(
      true,
    )
    expect(lettersTo(opened.world, 'Demo@box.test')).toEqual([])

    const all = (await demo.inject('/api/dev/outbox/')).json()
    expect(all.map(({ to }: { to: string }) => to)).toEqual(['+998908880300', 'Demo@box.test'])
    const [letter] = (await demo.inject('/api/dev/outbox/?to=demo@box.test')).json()
    expect(letter).toEqual({
      to: 'Demo@box.test',
      channel: 'email',
      subject: 'Код подтверждения почты — Подмога',
      text: expect.stringMatching(/\d{6}/),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(Date.parse(letter.created_at)).toBeGreaterThanOrEqual(began)
    for (const to of ['%2B998908880300', '+998908880300'])
      expect((await demo.inject(`/api/dev/outbox/?to=${to}`)).json()).toMatchObject([{ channel: 'sms' }])
    expect((await demo.inject('/api/dev/outbox/?to=nobody@box.test')).json()).toEqual([])

    const body = { email: 'demo@box.test', code: codeIn(letter.text) }
    expect((await post(demo, person, 'verify_email', body)).json()).toMatchObject({ ok: true })
    await demo.close()
  })

  test('is not there without DEV_OUTBOX', async () => {
    const answer = await opened.world.app.inject('/api/dev/outbox/?to=demo@box.test')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })
})
