import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

/** A push as decrypted by its browser. */
export interface Pushed {
  payload: Record<string, string>
  ttl: string | undefined
  topic: string | undefined
  urgency: string | undefined
  /** The application server's public key and the signed claims. */
  key: string
  claims: Record<string, unknown>
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** One browser: its keys and the pushes it received. `fixed`: the keys of a published example. */
export const makeBrowser = (endpoint: string, fixed?: { private_key: Buffer; auth: Buffer }) => {
  const keys = createECDH('prime256v1')
  if (fixed === undefined) keys.generateKeys()
  else keys.setPrivateKey(fixed.private_key)
  const point = keys.getPublicKey()
  const auth = fixed?.auth ?? randomBytes(16)
  const received: Pushed[] = []
  return {
    subscription: {
      endpoint,
      p256dh: point.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    received,
    /** The status with which the push service responds from now on. */
    status: 201,
    /** Awaited after the browser has received a push and before the service responds. */
    answers: Promise.resolve(),
    /** Decrypts a body by RFC 8291; throws if it was encrypted for another browser. */
    decrypt: (body: Buffer): Buffer => {
      const salt = body.subarray(0, 16)
      const length = body[20] ?? 0
      const theirs = body.subarray(21, 21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs])
      const shared = derive(keys.computeSecret(theirs), auth, info, 32)
      const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
      const sealed = body.subarray(21 + length)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
      return padded.subarray(0, end)
    },
  }
}
export type TestBrowser = ReturnType<typeof makeBrowser>

const verified = async (authorization: string, audience: string) => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience,
  })
  return { key, claims: { ...payload } }
}

/** A fake push service: validates requests by the two RFCs (8291, 8292) and delivers them to the browser. */
export const startPushService = async () => {
  const browsers = new Map<string, TestBrowser>()
  /** The number of all requests. */
  let asked = 0
  const server = createServer((request, response) => {
    const serve = async (): Promise<number> => {
      asked += 1
      const body = await buffer(request)
      const browser = browsers.get(request.url ?? '')
      if (browser === undefined || request.method !== 'POST') return 404
      if (browser.status !== 201) return browser.status
      if (request.headers['content-encoding'] !== 'aes128gcm' || body.length > 4096) return 400
      const { key, claims } = await verified(request.headers.authorization ?? '', url)
      const payload = JSON.parse(browser.decrypt(body).toString()) as Record<string, string>
      const header = (name: string) => request.headers[name] as string | undefined
      const how = { ttl: header('ttl'), topic: header('topic'), urgency: header('urgency') }
      browser.received.push({ payload, key, claims, ...how })
      await browser.answers
      return 201
    }
    serve().then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked: () => asked,
    browser: (): TestBrowser => {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const browser = makeBrowser(url + path)
      browsers.set(path, browser)
      return browser
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
