import { changePassword, getProfile, listSessions } from '@podmoga/contract/profile'
import { createTicket } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey, PASSWORD } from '../testing.ts'
import { lastCode, lettersTo } from './profile.testing.sent.ts'
import { confirmEmail, openProfileWorld, sendEmail } from './profile.testing.ts'
import { SAY } from './profile.texts.ts'

const DAY = 24 * 3600_000

let opened: Awaited<ReturnType<typeof openProfileWorld>>

beforeAll(async () => {
  opened = await openProfileWorld({ ACCESS_TOKEN_SECONDS: '900', SIGN_IN_FAILURES_ADDRESS: '5' })
})
afterAll(() => opened.world.close())

/** Runs `work` with the clock a day ahead, then sets it right again. */
const dayAhead = async <T>(work: () => Promise<T>): Promise<T> => {
  opened.world.clock.set(DAY)
  try {
    return await work()
  } finally {
    opened.world.clock.set(-DAY)
  }
}
let address = 0
/** Statuses of concurrent sign-ins from one network address. */
const signIns = (login: string, password: string, times: number, from: string) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      const answer = await opened.world.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/',
        payload: { login, password },
        remoteAddress: from,
      })
      return answer.statusCode
    }),
  )
/** Opens a session at the current time. */
const enter = async (login: string) =>
  opened.world.as({ token: await opened.world.signIn(login), restaurant_id: opened.walls.r11 })
const newAddress = (): string => `203.0.113.${++address}`

describe('F21: a clock that was a day ahead and is right again', () => {
  test('holds nobody back from signing in: neither an account nor a network address', async () => {
    const { login } = await opened.newcomer()
    const from = newAddress()
    expect(await dayAhead(() => signIns(login, 'Wrong-1', 6, from))).toContain(429)
    expect(await signIns(login, PASSWORD, 1, from)).toEqual([200])
  })

  test('nor does a wait that began before it and was lengthened by it', async () => {
    const { login } = await opened.newcomer()
    await signIns(login, 'Wrong-1', 4, newAddress())
    opened.world.clock.set(10 * 60_000)
    expect(await signIns(login, 'Wrong-1', 2, newAddress())).toContain(429)
    opened.world.clock.set(-10 * 60_000)
    expect(await signIns(login, PASSWORD, 1, newAddress())).toEqual([200])
  })

  test('guesses are still counted: five and no more', async () => {
    const { login } = await opened.newcomer()
    await dayAhead(() => signIns(login, 'Wrong-1', 5, newAddress()))
    const statuses = [
      ...(await signIns(login, 'Wrong-1', 5, newAddress())),
      ...(await signIns(login, PASSWORD, 1, newAddress())),
    ]
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('holds back no change of a password', async () => {
    const { login } = await opened.newcomer()
    const change = async (old_password: string) =>
      (await enter(login))(changePassword, { body: { old_password, new_password: 'другой-ключ-от-двери' } })
    await dayAhead(async () => {
      for (let i = 0; i < 6; i += 1) await change('Wrong-1')
    })
    expect(await change(PASSWORD)).toMatchObject({ ok: true })
  })

  test('lets a code be sent again at once, and the one from ahead lives no longer than it may', async () => {
    const { login } = await opened.newcomer()
    const email = 'clock@new.test'
    await dayAhead(async () => sendEmail(await enter(login), email))
    const early = lastCode(opened.world, email)
    const call = await enter(login)
    expect(await confirmEmail(call, email, early)).toMatchObject({ ok: false, message: SAY.wrong_code })
    const again = await sendEmail(call, email)
    expect(again).toMatchObject({ ok: true, delay_until_next_otp: 60 })
    expect(lettersTo(opened.world, email)).toHaveLength(2)
    expect(await confirmEmail(call, email, lastCode(opened.world, email))).toMatchObject({ ok: true })
  })

  test('leaves no token that lives a day longer', async () => {
    const { login } = await opened.newcomer()
    const token = await dayAhead(() => opened.world.signIn(login))
    const call = opened.world.as({ token, restaurant_id: opened.walls.r11 })
    await expect(call(getProfile, {})).rejects.toMatchObject({ code: 'token_expired' })
    // The session itself stays open: its cookie gives a current token.
    const { call: now } = await opened.enter(await opened.newcomer())
    expect((await now(listSessions, {})).sessions.length).toBeGreaterThan(0)
  })

  test('doubles no ticket: a retry is a retry, whichever way the clock was set between', async () => {
    const { login } = await opened.newcomer()
    const form = { category: 'other' as const, topic: '', initial_message: 'Один раз' }
    for (const by of [DAY + 60_000, -DAY - 60_000]) {
      const idempotency_key = newKey()
      const create = async () => (await enter(login))(createTicket, { form }, { idempotency_key })
      const first = await create()
      opened.world.clock.set(by)
      expect(await create()).toEqual(first)
      opened.world.clock.set(-by)
    }
  })

  test('doubles none across a restart either, when the server takes the wrong time for its own', async () => {
    const { login } = await opened.newcomer()
    const form = { category: 'other' as const, topic: '', initial_message: 'Через перезапуск' }
    const idempotency_key = newKey()
    const create = async () => (await enter(login))(createTicket, { form }, { idempotency_key })
    const first = await create()
    opened.world.clock.move(DAY + 60_000)
    expect(await create()).toEqual(first)
    opened.world.clock.move(-DAY - 60_000)
  })
})

test('a code lives no longer when the clock is set back', async () => {
  const { call } = await opened.newcomer()
  const email = 'back@new.test'
  await sendEmail(call, email)
  opened.world.clock.set(-60_000)
  expect(await confirmEmail(call, email, lastCode(opened.world, email))).toMatchObject({ ok: false })
  opened.world.clock.set(60_000)
  expect(await confirmEmail(call, email, lastCode(opened.world, email))).toMatchObject({ ok: true })
})
