import { getProfile, recoverPassword, sendRecoveryCode } from '@podmoga/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disablePerson } from '../../session/session.testing.ts'
import { PASSWORD } from '../../testing.ts'
import { lastCode, lettersTo, messagesTo, otherThan } from '../profile.testing.sent.ts'
import { auditOf, confirmEmail, openProfileWorld, sendEmail } from '../profile.testing.ts'
import { SAY } from '../profile.texts.ts'

const MINUTE = 60_000
const NEXT = 'Вспомнила-новый-7'

let opened: Awaited<ReturnType<typeof openProfileWorld>>

beforeAll(async () => {
  opened = await openProfileWorld()
})
afterAll(() => opened.world.close())

const ask = (login: string) => opened.world.as({})(sendRecoveryCode, { body: { login } })
const recover = (login: string, code: string, new_password = NEXT) =>
  opened.world.as({})(recoverPassword, { body: { login, code, new_password } })
const codeTo = async (address: string): Promise<string> => {
  const count = () => lettersTo(opened.world, address).length + messagesTo(opened.world, address).length
  await expect.poll(count).toBeGreaterThan(0)
  return lastCode(opened.world, address)
}
const signsIn = (login: string, password: string): Promise<boolean> =>
  opened.world.signIn(login, password).then(
    () => true,
    () => false,
  )

describe('whoever forgot their password', () => {
  test('sets a new one by a code to their e-mail; every session ends, and they are told', async () => {
    const person = await opened.newcomer()
    expect(await ask(` ${person.login.toUpperCase()} `)).toEqual({
      ok: true,
      error: null,
      delay_until_next_otp: 60,
    })
    const code = await codeTo(person.login)
    expect(await recover(person.login, code)).toEqual({ ok: true, error: null })
    expect([await signsIn(person.login, NEXT), await signsIn(person.login, PASSWORD)]).toEqual([true, false])
    await expect(person.call(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized' })
    await expect.poll(() => lettersTo(opened.world, person.login).length).toBe(2)
    expect(lettersTo(opened.world, person.login)[1]?.subject).toBe('Пароль изменён — Подмога')
    expect(await auditOf(opened.world, person.id)).toEqual(['password_recovered', 'sign_in_failed'])
    expect(await recover(person.login, code, 'другой-ключ-123')).toEqual({ ok: false, error: SAY.wrong_code })
    const [row] = await opened.world.sql`select email_verified_at from people where id = ${person.id}`
    expect(row?.email_verified_at).toBeInstanceOf(Date)
  })

  test('or by a code to their phone', async () => {
    const person = await opened.newcomer({ phone: '+998907770001' })
    await ask('90 777 00 01')
    const code = await codeTo('+998907770001')
    expect(await recover('+998907770001', code)).toEqual({ ok: true, error: null })
    expect(await signsIn(person.login, NEXT)).toBe(true)
  })

  test('is no longer held back by guesses at the old one', async () => {
    const person = await opened.newcomer()
    for (let i = 0; i < 6; i += 1) await signsIn(person.login, 'guess')
    expect(await signsIn(person.login, PASSWORD)).toBe(false)
    await ask(person.login)
    expect(await recover(person.login, await codeTo(person.login))).toMatchObject({ ok: true })
    expect(await signsIn(person.login, NEXT)).toBe(true)
  })

  test('may not take a known password, nor their own name; the code is not lost by the first', async () => {
    const person = await opened.newcomer()
    await ask(person.login)
    const code = await codeTo(person.login)
    expect(await recover(person.login, code, 'пароль123')).toEqual({ ok: false, error: SAY.common_password })
    expect(await recover(person.login, code, 'Нодира2001')).toEqual({ ok: false, error: SAY.own_password })
    expect(await recover(person.login, code)).toMatchObject({ ok: true })
  })
})

describe('whoever is not here', () => {
  test('gets the same answers as a known login, after the same time, request by request', async () => {
    const person = await opened.newcomer()
    const answers: Record<string, string[]> = {
      [person.login]: [],
      'nobody@profile.test': [],
      '+998900000001': [],
    }
    const times: Record<string, number[]> = {}
    for (let i = 0; i < 6; i += 1) {
      let delay = 0
      for (const [login, list] of Object.entries(answers)) {
        const began = performance.now()
        const answer = await ask(login)
        times[login] = [...(times[login] ?? []), performance.now() - began]
        delay = Number(answer.delay_until_next_otp)
        list.push(JSON.stringify(answer))
      }
      opened.world.clock.move(delay * 1000)
    }
    const [known, ...unknown] = Object.values(answers)
    for (const list of unknown) expect(list).toEqual(known)
    // The quickest of each: load on the machine only makes responses later.
    const quickest = Object.values(times).map((list) => Math.min(...list))
    expect(Math.min(...quickest)).toBeGreaterThan(245)
    expect(Math.max(...quickest) - Math.min(...quickest)).toBeLessThan(150)
    expect(lettersTo(opened.world, 'nobody@profile.test')).toEqual([])
    await expect.poll(() => lettersTo(opened.world, person.login).length).toBe(3)
  })

  test('gets the same refusal of a wrong code', async () => {
    const person = await opened.newcomer()
    await ask(person.login)
    const code = await codeTo(person.login)
    const wrong = { ok: false, error: SAY.wrong_code }
    expect(await recover('nobody@profile.test', code)).toEqual(wrong)
    expect(await recover('ни почта, ни телефон', code)).toEqual(wrong)
    expect(await recover('\ud800\u0000', code)).toEqual(wrong)
    expect(await recover(person.login, otherThan(code))).toEqual(wrong)
    expect(await recover(person.login, code)).toMatchObject({ ok: true })
  })

  test('a disabled person gets no code', async () => {
    const person = await opened.newcomer()
    await disablePerson(opened.world.sql, person.id)
    expect(await ask(person.login)).toEqual({ ok: true, error: null, delay_until_next_otp: 60 })
    const [row] = await opened.world.sql`select outcome from code_sends where address = ${person.login}`
    expect(row?.outcome).toBe('unknown')
  })
})

describe('whoever guesses', () => {
  test('has five tries, a hundred at once', async () => {
    const person = await opened.newcomer()
    await ask(person.login)
    const code = await codeTo(person.login)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => recover(person.login, otherThan(code))),
    )
    expect(answers.filter(({ ok }) => ok)).toEqual([])
    expect(await recover(person.login, code)).toEqual({ ok: false, error: SAY.wrong_code })
    expect(await signsIn(person.login, PASSWORD)).toBe(true)
  })

  test('finds no use for a code that was sent for another purpose', async () => {
    const person = await opened.newcomer()
    await sendEmail(person.call, person.login)
    expect(await recover(person.login, lastCode(opened.world, person.login))).toMatchObject({ ok: false })
  })

  test('finds no use for a code once the e-mail is another', async () => {
    const person = await opened.newcomer()
    await ask(person.login)
    const code = await codeTo(person.login)
    await sendEmail(person.call, 'moved-on@new.test')
    await confirmEmail(person.call, 'moved-on@new.test', lastCode(opened.world, 'moved-on@new.test'))
    for (const login of [person.login, 'moved-on@new.test'])
      expect(await recover(login, code)).toMatchObject({ ok: false })
  })

  test('is held back by their network address', async () => {
    const strict = await openProfileWorld({ RECOVERIES_PER_ADDRESS: '3' })
    const call = strict.world.as({})
    for (let i = 0; i < 3; i += 1)
      await call(sendRecoveryCode, { body: { login: `nobody${i}@profile.test` } })
    const held = call(sendRecoveryCode, { body: { login: 'nobody9@profile.test' } })
    await expect(held).rejects.toMatchObject({ code: 'too_often' })
    expect(
      await call(recoverPassword, { body: { login: 'x@profile.test', code: '123456', new_password: NEXT } }),
    ).toMatchObject({ ok: false, error: expect.stringMatching(/^Слишком много попыток/) })
    strict.world.clock.move(16 * MINUTE)
    expect(await call(sendRecoveryCode, { body: { login: 'nobody9@profile.test' } })).toMatchObject({
      ok: true,
    })
    await strict.world.close()
  })
})
