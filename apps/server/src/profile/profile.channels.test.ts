import { sendRecoveryCode } from '@podmoga/contract/profile'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getConfig } from '../config.ts'
import { openMail } from '../ports/open-mail.ts'
import { openSms } from '../ports/open-sms.ts'
import { secondServer } from '../session/session.testing-server.ts'
import { openProfileWorld, type Somebody } from './profile.testing.ts'
import { SAY } from './profile.texts.ts'

let opened: Awaited<ReturnType<typeof openProfileWorld>>
let production: FastifyInstance
let person: Somebody

beforeAll(async () => {
  opened = await openProfileWorld()
  const env = { NODE_ENV: 'production', RATE_LIMITS: 'on' }
  const config = getConfig(env)
  production = await secondServer(opened.world, env, { mail: openMail(config), sms: openSms(config) })
  await production.ready()
  person = await opened.newcomer()
})
afterAll(async () => {
  await production.close()
  await opened.world.close()
})

const post = async (url: string, payload: object) => {
  const answer = await production.inject({
    method: 'POST',
    url: `/api/${url}/`,
    headers: { authorization: `Bearer ${person.token}`, authrestaurantid: opened.walls.r11 },
    payload,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test('production without mail and SMS says no to whoever asks for a code, and leaves nothing behind', async () => {
  const refused = { ok: false, delay_until_next_otp: 0 }
  const email = await post('users/profile/send_email_update_code', { email: 'new@mail.test' })
  expect(email).toMatchObject({ ...refused, error: SAY.no_mail })
  const phone = await post('users/profile/send_phone_update_code', { phone: '+998901110022' })
  expect(phone).toMatchObject({ ...refused, error: SAY.no_sms })
  // The same for known and unknown logins.
  for (const login of [person.login, 'nobody@profile.test'])
    expect(await post('auth/recover/send', { login })).toMatchObject({ ...refused, error: SAY.no_mail })
  expect(await post('auth/recover/send', { login: '+998901110023' })).toMatchObject({ error: SAY.no_sms })
  const left = await opened.world
    .sql`select from code_sends union all select from codes union all select from outbox`
  expect(left.count).toBe(0)
})

test('and its readiness names what cannot be sent', async () => {
  const ready = await production.inject({ url: '/health/ready' })
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({
    ok: true,
    detail: { mail: expect.stringContaining('SMTP_URL'), sms: expect.stringContaining('SMS_DRIVER') },
  })
  expect((await opened.world.app.inject({ url: '/health/ready' })).json()).toEqual({ ok: true })
})

test('where letters only stay in the outbox, codes are still taken', async () => {
  const call = opened.world.as({})
  expect(await call(sendRecoveryCode, { body: { login: person.login } })).toMatchObject({ ok: true })
})
