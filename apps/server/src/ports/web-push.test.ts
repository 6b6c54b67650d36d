import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { isCallable } from './outside-address.ts'
import { makeBrowser, startPushService } from './testing-push.ts'
import { checkPushKeys, makeWebPush, publicKeyOf } from './web-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const service = await startPushService()
afterAll(service.stop)

test('the receiver of these tests reads the example of RFC 8291', () => {
  const { subscription, decrypt } = makeBrowser('', {
    private_key: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  })
  expect(subscription.p256dh).toBe(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  )
  const sealed = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(decrypt(sealed).toString()).toBe('When I grow up, I want to be a watermelon')
})

test('a push of the longest text arrives, signed with a key as databases hold it; a longer one is not sent', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  const push = makeWebPush({ key, subject: 'mailto:help@example.com' }, [service.url])
  const browser = service.browser()
  const how = { ttl: 60, urgency: 'high', topic: 't1', signal: AbortSignal.timeout(10_000) } as const
  const text = JSON.stringify({ body: 'x'.repeat(3993 - '{"body":""}'.length) })
  expect(await push(browser.subscription, text, how)).toEqual({ status: 201, retry_after: null })
  expect(browser.received).toMatchObject([
    { payload: JSON.parse(text), key: publicKeyOf(key), ttl: '60', topic: 't1', urgency: 'high' },
  ])
  await expect(push(browser.subscription, `${text} `, how)).rejects.toThrow(RangeError)
  expect(service.asked()).toBe(1)
})

test('refuses keys that are no browser’s', () => {
  const { p256dh, auth } = service.browser().subscription
  const notOnCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  checkPushKeys({ p256dh, auth })
  expect(() => checkPushKeys({ p256dh: notOnCurve, auth })).toThrow()
  expect(() => checkPushKeys({ p256dh: p256dh.slice(4), auth })).toThrow()
  expect(() => checkPushKeys({ p256dh, auth: 'AAAA' })).toThrow()
})

test.each([
  'http://push.example.com/x',
  'https://push.example.com:8443/x',
  'https://user:word@push.example.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://localhost/x',
  'https://push/x',
  'ftp://push.example.com/x',
  'javascript:alert(1)',
  'https://push.example.com/x#part',
  'not an address',
])('an address that strangers gave is not called: %s', (address) => {
  expect(isCallable(address, ['http://127.0.0.1:9'])).toBe(false)
})

test('is called over https by a name, or where the installation says so', () => {
  expect(isCallable('https://fcm.googleapis.com/fcm/send/x:y', [])).toBe(true)
  expect(isCallable('http://push.local:8080/x', ['http://push.local:8080'])).toBe(true)
  expect(isCallable('http://push.local:8081/x', ['http://push.local:8080'])).toBe(false)
})
