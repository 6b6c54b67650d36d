import { afterEach, describe, expect, test, vi } from 'vitest'
import { getConfig } from '../config.ts'
import { eskizSms } from './eskiz-sms.ts'
import { httpSms } from './http-sms.ts'
import { openMail } from './open-mail.ts'
import { openSms } from './open-sms.ts'
import { type GatewayAnswer, startEskiz, startGateway } from './testing-gateway.ts'

const MESSAGE = { id: '9.xyz', to: '+998901234567', text: 'Подмога: код 123456.' }
const ACCOUNT = { email: 'shop@mail.uz', password: 'secret' }
const DAY = 24 * 3600_000

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) await stop()
})
const gateway = async (answer: GatewayAnswer) => {
  const started = await startGateway(() => answer)
  stops.push(started.stop)
  return started
}

describe('any HTTP gateway', () => {
  const sms = (url: string, more: { login?: string; password?: string } = {}) =>
    httpSms({ url: `${url}/send?key=1`, from: 'PODMOGA', ...more })

  test('gets one JSON request, and has taken the message when it says nothing against it', async () => {
    for (const body of ['', '{}', '{"ok":true,"id":5}']) {
      const { url, asked } = await gateway({ status: 200, body })
      await sms(url).send(MESSAGE)
      expect(asked).toEqual([
        {
          method: 'POST',
          path: '/send?key=1',
          authorization: undefined,
          body: { id: '9.xyz', to: '+998901234567', from: 'PODMOGA', text: MESSAGE.text },
        },
      ])
    }
  })

  test('is entered by Basic with a login, by Bearer with a key alone', async () => {
    const { url, asked } = await gateway({ status: 201, body: '' })
    await sms(url, { login: 'me', password: 'key' }).send(MESSAGE)
    await sms(url, { password: 'key' }).send(MESSAGE)
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Basic bWU6a2V5', 'Bearer key'])
  })

  test.each([
    ['500', { status: 500, body: '{}' }, 'HTTP_500'],
    ['404', { status: 404, body: '' }, 'HTTP_404'],
    ['garbage', { status: 200, body: '<html>Вход в сеть</html>' }, 'NOT_JSON'],
    ['a word', { status: 200, body: '"accepted"' }, 'REFUSED'],
    ['null', { status: 200, body: 'null' }, 'REFUSED'],
    ['ok:false', { status: 200, body: '{"ok":false}' }, 'REFUSED'],
    ['an error', { status: 200, body: '{"error":"no money"}' }, 'REFUSED'],
  ])('F13: %s is a refusal, and its error holds neither number nor code', async (_name, answer, code) => {
    const { url } = await gateway(answer)
    const failed = await sms(url)
      .send(MESSAGE)
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code })
    expect(String(failed)).not.toMatch(/99890|123456/)
  })

  test('F13: silence ends when the signal says so', async () => {
    const { url } = await gateway('hang')
    await expect(sms(url).send(MESSAGE, AbortSignal.timeout(200))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})

describe('Eskiz.uz', () => {
  const start = async () => {
    const started = await startEskiz(ACCOUNT)
    stops.push(started.stop)
    return started
  }
  const sms = (url: string, more: Partial<typeof ACCOUNT> = {}) =>
    eskizSms({ url, from: '4546', ...ACCOUNT, ...more })
  const calls = (asked: { method: string; path: string }[]) =>
    asked.map(({ method, path }) => `${method} ${path}`)

  test('signs in once for many messages, and sends a number without its plus', async () => {
    const { url, asked } = await start()
    const driver = sms(`${url}/`)
    await Promise.all([driver.send(MESSAGE), driver.send(MESSAGE), driver.send(MESSAGE)])
    await driver.send(MESSAGE)
    expect(calls(asked)).toEqual(['POST /api/auth/login', ...Array(4).fill('POST /api/message/sms/send')])
    expect(asked[0]?.body).toEqual(ACCOUNT)
    expect(asked[1]).toMatchObject({
      authorization: 'Bearer token-1',
      body: { mobile_phone: '998901234567', message: MESSAGE.text, from: '4546' },
    })
  })

  test('signs in anew when its token is no longer known, and sends the message once', async () => {
    const { url, asked, forgetTokens } = await start()
    const driver = sms(url)
    await driver.send(MESSAGE)
    forgetTokens()
    await driver.send(MESSAGE)
    expect(calls(asked).slice(2)).toEqual([
      'POST /api/message/sms/send',
      'POST /api/auth/login',
      'POST /api/message/sms/send',
    ])
    expect(asked.at(-1)?.authorization).toBe('Bearer token-2')
  })

  test('refreshes a token of 25 days, and signs in when that is too late', async () => {
    const { url, asked, forgetTokens } = await start()
    const driver = sms(url)
    // The token's age is measured by monotonic time, so setting the clock does not age it.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    await driver.send(MESSAGE)
    vi.setSystemTime(Date.now() + 26 * DAY)
    await driver.send(MESSAGE)
    expect(calls(asked).slice(2)).toEqual(['POST /api/message/sms/send'])
    vi.advanceTimersByTime(26 * DAY)
    await driver.send(MESSAGE)
    expect(calls(asked).slice(3)).toEqual(['PATCH /api/auth/refresh', 'POST /api/message/sms/send'])
    expect(asked.at(-1)?.authorization).toBe('Bearer token-2')
    forgetTokens()
    vi.advanceTimersByTime(26 * DAY)
    await driver.send(MESSAGE)
    expect(calls(asked).slice(5)).toEqual([
      'PATCH /api/auth/refresh',
      'POST /api/auth/login',
      'POST /api/message/sms/send',
    ])
  })

  test('a wrong password, a refusal and garbage reject', async () => {
    const { url } = await start()
    await expect(sms(url, { password: 'wrong' }).send(MESSAGE)).rejects.toMatchObject({ code: 'LOGIN_401' })
    for (const [answer, code] of [
      [{ status: 200, body: 'oops' }, 'NOT_JSON'],
      [{ status: 500, body: 'oops' }, 'HTTP_500'],
      [{ status: 200, body: '{}' }, 'LOGIN_200'],
    ] as const) {
      const broken = await gateway(answer)
      await expect(sms(broken.url).send(MESSAGE)).rejects.toMatchObject({ code })
    }
    const moody = await startGateway(({ path }) =>
      path.endsWith('login')
        ? { status: 200, body: '{"data":{"token":"t"}}' }
        : { status: 200, body: '{"status":"error","message":"no money"}' },
    )
    stops.push(moody.stop)
    await expect(sms(moody.url).send(MESSAGE)).rejects.toMatchObject({ code: 'REFUSED' })
  })
})

test('settings choose the drivers, and say what is missing', async () => {
  const sms = (env: Record<string, string>) => openSms(getConfig(env))
  expect(sms({}).stays).toBe(true)
  await expect(sms({}).send(MESSAGE)).rejects.toThrow('There is no SMS gateway')
  expect(sms({ SMS_DRIVER: 'http', SMS_URL: 'http://sms.example/' }).stays).toBeUndefined()
  expect(sms({ SMS_DRIVER: 'eskiz', SMS_LOGIN: 'a', SMS_PASSWORD: 'b' }).stays).toBeUndefined()
  expect(() => sms({ SMS_DRIVER: 'http' })).toThrow('SMS_URL')
  expect(() => sms({ SMS_DRIVER: 'eskiz', SMS_LOGIN: 'a' })).toThrow('SMS_PASSWORD')
  expect(() => getConfig({ SMTP_URL: 'http://mail.example' })).toThrow('SMTP_URL')
  expect(openMail(getConfig({})).stays).toBe(true)
  expect(openMail(getConfig({ SMTP_URL: 'smtp://mail.example' })).stays).toBeUndefined()
  const letter = { to: 'a@b.uz', subject: '', text: '' }
  await expect(openMail(getConfig({})).send(letter)).rejects.toThrow('There is no mail server')
})
