import { getProfile } from '@podmoga/contract/profile'
import { signIn } from '@podmoga/contract/session'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSecrets } from '../../secrets.ts'
import { PASSWORD, type TestWorld } from '../../testing.ts'
import { receiptKey } from '../profile.keys.ts'
import { lastCode, lettersTo, messagesTo, otherThan } from '../profile.testing.sent.ts'
import {
  auditOf,
  confirmEmail,
  confirmPhone,
  openProfileWorld,
  sendEmail,
  sendPhone,
} from '../profile.testing.ts'
import { SAY } from '../profile.texts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let world: TestWorld
let newcomer: Awaited<ReturnType<typeof openProfileWorld>>['newcomer']
let walls: Awaited<ReturnType<typeof openProfileWorld>>['walls']

beforeAll(async () => {
  const opened = await openProfileWorld({ CODES_PER_HOUR_ADDRESS: '20' })
  world = opened.world
  newcomer = opened.newcomer
  walls = opened.walls
})
afterAll(() => world.close())

const WRONG = { ok: false, otp_token: null, message: SAY.wrong_code }

describe('a right code', () => {
  test('O01: makes the new e-mail the verified one, and the old address is told', async () => {
    const person = await newcomer()
    expect(await sendEmail(person.call, 'o01@new.test')).toEqual({
      ok: true,
      error: null,
      delay_until_next_otp: 60,
      email_exists: false,
    })
    const verified = await confirmEmail(person.call, 'o01@new.test', lastCode(world, 'o01@new.test'))
    expect(verified).toMatchObject({ ok: true, message: null })
    const { details } = await person.call(getProfile, {})
    expect(details).toMatchObject({ email: 'o01@new.test', is_email_verified: true })
    await expect.poll(() => lettersTo(world, person.login).length).toBe(1)
    const [notice] = lettersTo(world, person.login)
    expect(notice?.subject).toBe('Почта в вашем профиле изменена — Подмога')
    expect(notice?.text).toContain('o•••@new.test')
    expect(notice?.text).not.toContain('o01@new.test')
    expect(await auditOf(world, person.id)).toEqual(['email_changed'])
  })

  test('the receipt is signed, short-lived and says what was proved', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'receipt@new.test')
    const { otp_token } = await confirmEmail(
      person.call,
      'receipt@new.test',
      lastCode(world, 'receipt@new.test'),
    )
    const key = receiptKey(await loadSecrets(`${world.config.DATA_DIR}/secrets.json`))
    const { payload } = await jwtVerify(otp_token ?? '', key, { currentDate: world.clock.now() })
    expect(payload).toMatchObject({ sub: person.id, kind: 'email', address: 'receipt@new.test' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
  })

  test('O02: makes the phone the person’s, in E.164 and in parts', async () => {
    const person = await newcomer({ phone: '+998901110001' })
    expect(await sendPhone(person.call, '90 222-00-02')).toEqual({
      ok: true,
      error: null,
      delay_until_next_otp: 60,
      phone_exists: false,
    })
    const [message] = messagesTo(world, '+998902220002')
    expect(message?.text).toMatch(/^Подмога: код \d{6}\. Никому его не сообщайте\.$/)
    const code = lastCode(world, '+998902220002')
    expect(await confirmPhone(person.call, '+998902220002', code)).toMatchObject({ ok: true })
    const { details } = await person.call(getProfile, {})
    expect(details).toMatchObject({
      phone: '+998902220002',
      phone_extension: '+998',
      phone_in_national_format: '90 222 00 02',
    })
    await expect.poll(() => messagesTo(world, '+998901110001').length).toBe(1)
    expect(messagesTo(world, '+998901110001')[0]?.text).toContain('телефон в профиле изменён')
    expect(await auditOf(world, person.id)).toEqual(['phone_changed'])
  })

  test('O06: works once', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o06@new.test')
    const code = lastCode(world, 'o06@new.test')
    expect(await confirmEmail(person.call, 'o06@new.test', code)).toMatchObject({ ok: true })
    expect(await confirmEmail(person.call, 'o06@new.test', code)).toEqual(WRONG)
  })

  test('O14: of fifty at once exactly one wins, with one change and one notice', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o14@new.test')
    const code = lastCode(world, 'o14@new.test')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirmEmail(person.call, 'o14@new.test', code)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    await expect.poll(() => lettersTo(world, person.login).length).toBe(1)
    expect((await auditOf(world, person.id)).filter((event) => event === 'email_changed')).toHaveLength(1)
    expect((await world.sql`select from reverts where person_id = ${person.id}`).count).toBe(1)
  })

  test('O22: confirms the current address that was not verified; a verified one is told so', async () => {
    const person = await newcomer({ phone: '+998901110022' })
    expect(await sendEmail(person.call, person.login.toUpperCase())).toMatchObject({ ok: true })
    const code = codeOf(person.login)
    expect(await confirmEmail(person.call, person.login, code)).toMatchObject({ ok: true })
    expect((await person.call(getProfile, {})).details.is_email_verified).toBe(true)
    expect(await auditOf(world, person.id)).toEqual(['email_confirmed'])
    expect((await world.sql`select from reverts where person_id = ${person.id}`).count).toBe(0)
    expect(await sendEmail(person.call, person.login)).toMatchObject({ ok: false, error: SAY.own_email })
    expect(await sendPhone(person.call, '+998901110022')).toMatchObject({ ok: true })
    const sms = lastCode(world, '+998901110022')
    expect(await confirmPhone(person.call, '+998901110022', sms)).toMatchObject({ ok: true })
    expect(await sendPhone(person.call, '90 111 00 22')).toMatchObject({ ok: false, error: SAY.own_phone })
  })
})

const codeOf = (login: string): string => {
  const letter = world.mail.sent.filter(({ to }) => to.toLowerCase() === login.toLowerCase()).at(-1)
  return /\d{6}/.exec(letter?.text ?? '')?.[0] ?? expect.fail('no code')
}

describe('a wrong guess', () => {
  test('O03: five kill the code, the right one too; a new one works', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o03@new.test')
    const code = lastCode(world, 'o03@new.test')
    for (let i = 0; i < 5; i += 1)
      expect(await confirmEmail(person.call, 'o03@new.test', otherThan(code))).toEqual(WRONG)
    expect(await confirmEmail(person.call, 'o03@new.test', code)).toEqual(WRONG)
    expect(await auditOf(world, person.id)).toEqual(['code_dead'])
    world.clock.move(MINUTE)
    await sendEmail(person.call, 'o03@new.test')
    const fresh = lastCode(world, 'o03@new.test')
    expect(await confirmEmail(person.call, 'o03@new.test', fresh)).toMatchObject({ ok: true })
  })

  test('four leave the code alive', async () => {
    const person = await newcomer()
    await sendPhone(person.call, '+998902220303')
    const code = lastCode(world, '+998902220303')
    for (let i = 0; i < 4; i += 1) await confirmPhone(person.call, '+998902220303', otherThan(code))
    expect(await confirmPhone(person.call, '+998902220303', code)).toMatchObject({ ok: true })
  })

  test('a hundred at once are five', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'hundred@new.test')
    const code = lastCode(world, 'hundred@new.test')
    const guesses = Array.from({ length: 100 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000))
    const answers = await Promise.all(
      guesses.map((guess) => confirmEmail(person.call, 'hundred@new.test', guess.padStart(6, '0'))),
    )
    expect(answers.filter(({ ok }) => ok)).toEqual([])
    const [row] = await world.sql<{ wrong_tries: number }[]>`
      select wrong_tries from codes where address = 'hundred@new.test'`
    expect(row?.wrong_tries).toBe(5)
    expect(await confirmEmail(person.call, 'hundred@new.test', code)).toEqual(WRONG)
  })

  test('O10: a code for one address is a counted wrong guess at another, and at another purpose', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o10@new.test')
    const code = lastCode(world, 'o10@new.test')
    expect(await confirmEmail(person.call, 'o10-other@new.test', code)).toEqual(WRONG)
    expect(await confirmPhone(person.call, '+998902221010', code)).toEqual(WRONG)
    const [row] = await world.sql<{ wrong_tries: number }[]>`
      select wrong_tries from codes where address = 'o10@new.test'`
    expect(row?.wrong_tries).toBe(1)
    const { details } = await person.call(getProfile, {})
    expect(details).toMatchObject({ email: person.login, phone: null })
  })

  test('a code of somebody else is worth nothing', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    await sendEmail(one.call, 'theirs@new.test')
    const code = lastCode(world, 'theirs@new.test')
    expect(await confirmEmail(other.call, 'theirs@new.test', code)).toEqual(WRONG)
    expect(await confirmEmail(one.call, 'theirs@new.test', code)).toMatchObject({ ok: true })
  })

  test('O04: ten minutes and a second later the code is too old', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o04@new.test')
    const code = lastCode(world, 'o04@new.test')
    world.clock.move(10 * MINUTE + SECOND)
    expect(await confirmEmail(person.call, 'o04@new.test', code)).toEqual(WRONG)
  })

  test('O07: a new code takes the place of the old one', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o07@new.test')
    const old = lastCode(world, 'o07@new.test')
    world.clock.move(MINUTE)
    await sendEmail(person.call, 'o07@new.test')
    const fresh = lastCode(world, 'o07@new.test')
    if (old !== fresh) expect(await confirmEmail(person.call, 'o07@new.test', old)).toEqual(WRONG)
    expect(await confirmEmail(person.call, 'o07@new.test', fresh)).toMatchObject({ ok: true })
  })

  test('O13: without any send the text is that of a wrong code', async () => {
    const person = await newcomer()
    expect(await confirmEmail(person.call, 'o13@new.test', '123456')).toEqual(WRONG)
    expect(await confirmPhone(person.call, '+998902221313', '123456')).toEqual(WRONG)
  })

  test('V18: what is not six ASCII digits is refused and costs no try', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'v18@new.test')
    const code = lastCode(world, 'v18@new.test')
    const post = (value: unknown) =>
      world.app.inject({
        method: 'POST',
        url: '/api/users/profile/verify_email/',
        headers: { authorization: `Bearer ${person.token}`, authrestaurantid: walls.r11 },
        payload: { email: 'v18@new.test', code: value },
      })
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    for (const value of [
      '',
      '12345',
      '1234567',
      'abcdef',
      ` ${code}`,
      wide,
      Number(code),
      null,
      [code],
      { code },
    ]) {
      const answer = await post(value)
      expect([answer.statusCode, answer.json().code], String(value)).toEqual([400, 'invalid'])
      expect(answer.json().fields.code).toMatch(/^(Требуется OTP-код|OTP-код должен состоять из 6 цифр\.)$/)
    }
    const [row] = await world.sql<{ wrong_tries: number }[]>`
      select wrong_tries from codes where address = 'v18@new.test'`
    expect(row?.wrong_tries).toBe(0)
    expect((await post(code)).json()).toMatchObject({ ok: true })
  })
})

describe('sending', () => {
  test('O08, O36: asked again before the delay is over, nothing is sent and the seconds left are told', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o08@new.test')
    world.clock.move(20 * SECOND)
    const again = await sendEmail(person.call, 'O08@NEW.test')
    expect(again).toMatchObject({ ok: true, error: null })
    expect(again.delay_until_next_otp).toBeGreaterThanOrEqual(39)
    expect(again.delay_until_next_otp).toBeLessThanOrEqual(40)
    expect(lettersTo(world, 'o08@new.test')).toHaveLength(1)
  })

  test('of twenty at once one is sent', async () => {
    const person = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendEmail(person.call, 'storm@new.test')),
    )
    expect(answers.every(({ ok, delay_until_next_otp }) => ok && Number(delay_until_next_otp) >= 59)).toBe(
      true,
    )
    expect(lettersTo(world, 'storm@new.test')).toHaveLength(1)
  })

  test('O09: the delay grows: 60, 60, 120, 300, 900 seconds', async () => {
    const person = await newcomer()
    const delays: number[] = []
    for (let i = 0; i < 6; i += 1) {
      const { delay_until_next_otp } = await sendEmail(person.call, 'o09@new.test')
      delays.push(Number(delay_until_next_otp))
      world.clock.move(Number(delay_until_next_otp) * SECOND)
    }
    expect(delays).toEqual([60, 60, 120, 300, 900, 900])
    world.clock.move(60 * MINUTE)
    expect(await sendEmail(person.call, 'o09@new.test')).toMatchObject({ delay_until_next_otp: 60 })
  })

  test('ten an hour a person; the next is told how long to wait', async () => {
    const person = await newcomer()
    for (let i = 0; i < 10; i += 1) {
      expect(await sendEmail(person.call, `ten${i % 5}@new.test`)).toMatchObject({ ok: true, error: null })
      world.clock.move(61 * SECOND)
    }
    const refused = await sendEmail(person.call, 'ten0@new.test')
    expect(refused).toMatchObject({ ok: false, email_exists: false })
    expect(refused.error).toMatch(/^Слишком много кодов\. Запросите следующий через \d+ минуты?\.$/)
    expect(refused.delay_until_next_otp).toBeGreaterThan(45 * 60)
    expect(await auditOf(world, person.id)).toContain('code_throttled')
    world.clock.move(Number(refused.delay_until_next_otp) * SECOND)
    expect(await sendEmail(person.call, 'ten0@new.test')).toMatchObject({ ok: true })
  })

  test('ten different addresses a day a person, taken ones counted', async () => {
    const person = await newcomer()
    expect(await sendEmail(person.call, walls.B.login)).toMatchObject({ ok: false, email_exists: true })
    for (let i = 0; i < 9; i += 1) {
      expect(await sendEmail(person.call, `probe${i}@new.test`)).toMatchObject({ ok: true })
      world.clock.move(10 * MINUTE)
    }
    const refused = { ok: false, error: SAY.many_addresses }
    expect(await sendEmail(person.call, walls.C.login)).toMatchObject({ ...refused, email_exists: false })
    expect(await sendPhone(person.call, '+998902229999')).toMatchObject(refused)
    expect(await sendEmail(person.call, 'probe8@new.test')).toMatchObject({ ok: true })
    world.clock.move(24 * 60 * MINUTE)
    expect(await sendEmail(person.call, 'probe-next@new.test')).toMatchObject({ ok: true })
  })

  test('O18: a taken address is told without a letter to it, in any spelling', async () => {
    const person = await newcomer()
    await newcomer({ phone: '+998903334455' })
    for (const email of [walls.A.login, walls.A.login.toUpperCase()])
      expect(await sendEmail(person.call, email)).toEqual({
        ok: false,
        error: SAY.email_taken,
        delay_until_next_otp: 0,
        email_exists: true,
      })
    expect(await sendPhone(person.call, '(90) 333 44 55')).toMatchObject({ ok: false, phone_exists: true })
    expect(lettersTo(world, walls.A.login)).toEqual([])
    expect(messagesTo(world, '+998903334455')).toEqual([])
  })

  test('an address that is taken between sending and confirming stays its owner’s', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    await sendEmail(one.call, 'wanted@new.test')
    await sendEmail(other.call, 'wanted@new.test')
    const [first, second] = lettersTo(world, 'wanted@new.test').map(
      ({ text }) => /\d{6}/.exec(text)?.[0] ?? '',
    )
    expect(await confirmEmail(one.call, 'wanted@new.test', first ?? '')).toMatchObject({ ok: true })
    const late = await confirmEmail(other.call, 'wanted@new.test', second ?? '')
    expect(late).toEqual({ ok: false, otp_token: null, message: SAY.email_taken })
  })

  test('O23: until it is confirmed, the old e-mail stands and the new one opens nothing', async () => {
    const person = await newcomer()
    await sendEmail(person.call, 'o23@new.test')
    expect((await person.call(getProfile, {})).details.email).toBe(person.login)
    const attempt = world.as({})(signIn, { body: { login: 'o23@new.test', password: PASSWORD } })
    await expect(attempt).rejects.toMatchObject({ code: 'bad_credentials' })
    await confirmEmail(person.call, 'o23@new.test', lastCode(world, 'o23@new.test'))
    expect(await world.signIn('o23@new.test')).toBeTruthy()
  })

  test('O29: the letter is Russian, bears the brand, keeps the code out of its subject and believes no Host', async () => {
    const person = await newcomer()
    await world.app.inject({
      method: 'POST',
      url: '/api/users/profile/send_email_update_code/',
      headers: {
        authorization: `Bearer ${person.token}`,
        authrestaurantid: walls.r11,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      },
      payload: { email: 'o29@new.test' },
    })
    const [letter] = lettersTo(world, 'o29@new.test')
    expect(letter?.subject).toBe('Код подтверждения почты — Подмога')
    expect(letter?.text).toContain(lastCode(world, 'o29@new.test'))
    expect(letter?.html).toContain(lastCode(world, 'o29@new.test'))
    expect(letter?.html).toContain('lang="ru"')
    await confirmEmail(person.call, 'o29@new.test', lastCode(world, 'o29@new.test'))
    await expect.poll(() => lettersTo(world, person.login).length).toBe(1)
    expect(lettersTo(world, person.login)[0]?.text).toContain('http://localhost:3000/intranet/revert?token=')
    expect(JSON.stringify(world.mail.sent)).not.toContain('evil')
  })
})

test('O33: neither a dump of the database nor the log gives a code away', async () => {
  const person = await newcomer()
  const codes: string[] = []
  for (let i = 0; i < 8; i += 1) {
    await sendEmail(person.call, `o33-${i % 4}@new.test`)
    codes.push(lastCode(world, `o33-${i % 4}@new.test`))
    world.clock.move(5 * MINUTE)
  }
  const [dump] = await world.sql<{ text: string }[]>`
    select (select string_agg(c::text, ' ') from codes c) || (select string_agg(o::text, ' ') from outbox o)
      || (select string_agg(s::text, ' ') from code_sends s) || (select string_agg(a::text, ' ') from audit a)
      as text`
  const salts = await world.sql`select distinct salt from codes`
  expect(salts.count).toBe((await world.sql`select from codes`).count)
  const log = JSON.stringify(world.log())
  for (const code of codes) {
    const alone = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`)
    expect(dump?.text).not.toMatch(alone)
    expect(log).not.toMatch(alone)
  }
  expect(log).not.toMatch(/@new\.test|\+99890/)
})
