import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettersTo, messagesTo } from './profile.testing.sent.ts'
import { openProfileWorld, sendEmail, sendPhone } from './profile.testing.ts'
import { SAY } from './profile.texts.ts'

const MINUTE = 60_000

let opened: Awaited<ReturnType<typeof openProfileWorld>>

beforeAll(async () => {
  opened = await openProfileWorld({ SMS_PER_DAY: '3' })
})
afterAll(() => opened.world.close())

test('three an hour to one address, whoever asks and however it is spelled', async () => {
  const { world, newcomer } = opened
  const [one, other] = [await newcomer(), await newcomer()]
  for (const [person, spelling] of [
    [one, 'shared@new.test'],
    [other, 'Shared@NEW.test'],
    [one, 'SHARED@new.test'],
  ] as const) {
    expect(await sendEmail(person.call, spelling)).toMatchObject({ ok: true, error: null })
    world.clock.move(5 * MINUTE)
  }
  const refused = await sendEmail(other.call, 'shared@new.test')
  expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(/^Слишком много кодов/) })
  expect(refused.delay_until_next_otp).toBeGreaterThan(40 * 60)
  expect(lettersTo(world, 'shared@new.test').length + lettersTo(world, 'Shared@new.test').length).toBe(2)
  expect(lettersTo(world, 'SHARED@new.test')).toHaveLength(1)
  world.clock.move(Number(refused.delay_until_next_otp) * 1000)
  expect(await sendEmail(other.call, 'shared@new.test')).toMatchObject({ ok: true })
})

test('so many SMS a day a business, all its people together; another business goes on', async () => {
  const { world, walls, newcomer } = opened
  for (const phone of ['+998904440001', '+998904440002', '+998904440003'])
    expect(await sendPhone((await newcomer()).call, phone)).toMatchObject({ ok: true })
  const late = await newcomer()
  expect(await sendPhone(late.call, '+998904440004')).toMatchObject({ ok: false, error: SAY.many_sms })
  expect(messagesTo(world, '+998904440004')).toEqual([])
  const foreign = world.as({ token: await world.signIn(walls.D.login), restaurant_id: walls.r21 })
  expect(await sendPhone(foreign, '+998904440004')).toMatchObject({ ok: true })
  world.clock.move(24 * 60 * MINUTE)
  expect(await sendPhone(late.call, '+998904440005')).toMatchObject({ ok: true })
})
