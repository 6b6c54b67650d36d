import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { Clock } from './clock.ts'
import { nodeHttp, nodeHttps } from './lazy-libraries.ts'
import { InsideAddress, isCallable, outsideLookup } from './outside-address.ts'

/** Where a browser is told, and the two keys that it has given for it. */
export interface PushDevice {
  endpoint: string
  /** Its public key: an uncompressed point of P-256, base64url. */
  p256dh: string
  /** 16 bytes, base64url. */
  auth: string
}

/** How one push travels. */
export interface PushHow {
  /** Seconds that the service keeps it for a device that is away. */
  ttl: number
  urgency: 'high' | 'normal' | 'low'
  /** Takes the place of an undelivered one with the same topic: at most 32 characters of base64url. */
  topic: string
  signal: AbortSignal
}

/** What the service has answered. `retry_after` is in seconds. */
export interface PushAnswer {
  status: number
  retry_after: number | null
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** The one record of a push may have this many bytes, all included: services take no more. */
const RECORD = 4096
const MOST = RECORD - 16 - 1 - 86

/**
 * Encrypts a text for one browser (RFC 8291 over RFC 8188, `aes128gcm`). Throws when its keys are none, or the text has
 * more than 3,993 bytes. `fixed`: the salt and our key of a published example.
 */
export const encryptPush = (
  text: Buffer,
  { p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>,
  fixed?: { salt: Buffer; private_key: Buffer },
): Buffer => {
  if (text.length > MOST) throw new RangeError('a push is too long')
  const theirs = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  if (theirs.length !== 65 || theirs[0] !== 4 || secret.length !== 16)
    throw new TypeError('no keys of a browser')
  const ours = createECDH('prime256v1')
  if (fixed === undefined) ours.generateKeys()
  else ours.setPrivateKey(fixed.private_key)
  const salt = fixed?.salt ?? randomBytes(16)
  const point = ours.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, point])
  const shared = derive(ours.computeSecret(theirs), secret, info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: the last record, and no padding after it.
  const sealed = Buffer.concat([
    cipher.update(text),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD)
  return Buffer.concat([salt, size, Buffer.of(point.length), point, sealed])
}

/** The public half of a P-256 key as browsers and services take it: an uncompressed point, base64url. */
export const publicKeyOf = ({ x = '', y = '' }: JWK): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  )

const HOUR_S = 3600

/**
 * Signs for push services (VAPID, RFC 8292) with the installation's key. A token is good for one service for twelve hours
 * and is signed anew after six.
 */
export const makeVapid = (key: JWK, subject: string, clock: Clock) => {
  const known = new Map<string, { header: string; until: number }>()
  const imported = importJWK(key, 'ES256')
  return async (origin: string): Promise<string> => {
    const now = Math.floor(clock.now().getTime() / 1000)
    const kept = known.get(origin)
    if (kept !== undefined && kept.until > now && kept.until <= now + 6 * HOUR_S) return kept.header
    const token = await new SignJWT()
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(subject)
      .setExpirationTime(now + 12 * HOUR_S)
      .sign(await imported)
    const header = `vapid t=${token}, k=${publicKeyOf(key)}`
    // Whoever subscribes names the service: a list of strangers' names is not kept for ever.
    if (known.size >= 100) known.clear()
    known.set(origin, { header, until: now + 6 * HOUR_S })
    return header
  }
}

/**
 * Sends pushes to the services that browsers have named: over https, to the public internet alone, besides the origins
 * in `allowed`. Nothing is followed, and of an answer only its status counts.
 */
export const makeWebPush =
  (authorize: (origin: string) => Promise<string>, allowed: readonly string[]) =>
  async (device: PushDevice, text: string, { ttl, urgency, topic, signal }: PushHow): Promise<PushAnswer> => {
    if (!isCallable(device.endpoint, allowed))
      throw new InsideAddress('the address of a push is not to be called')
    const url = new URL(device.endpoint)
    const isAllowed = allowed.includes(url.origin)
    const body = encryptPush(Buffer.from(text), device)
    const authorization = await authorize(url.origin)
    return new Promise<PushAnswer>((settle, reject) => {
      const headers = {
        authorization,
        ttl: String(ttl),
        urgency,
        topic,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        'content-length': body.length,
      }
      const answered = (answer: IncomingMessage): void => {
        const after = Number(answer.headers['retry-after'])
        settle({
          status: answer.statusCode ?? 0,
          retry_after: Number.isFinite(after) && after > 0 ? after : null,
        })
        // Its words are nobody's business, and may be without end.
        answer.destroy()
      }
      const send = (url.protocol === 'https:' ? nodeHttps() : nodeHttp()).request
      const options = { method: 'POST', headers, signal, ...(isAllowed ? {} : { lookup: outsideLookup }) }
      send(url, options, answered).on('error', reject).end(body)
    })
  }
export type WebPush = ReturnType<typeof makeWebPush>
