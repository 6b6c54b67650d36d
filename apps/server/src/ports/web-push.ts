import type { IncomingMessage } from 'node:http'
import type { JWK } from 'jose'
import { late, nodeHttp, nodeHttps } from './lazy-libraries.ts'
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

/** The installation's key for push services (VAPID, RFC 8292), and whom they write to when something is wrong. */
export interface Vapid {
  key: JWK
  /** `mailto:` or `https:`. */
  subject: string
}

const webPush = late<typeof import('web-push')>('web-push')

/** A push is one record of this many bytes, all included: services take no more. */
const MOST_BYTES = 4096

/** Throws when these are no keys of a browser: a push could not be encrypted for it. */
export const checkPushKeys = ({ p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>): void => {
  webPush().encrypt(p256dh, auth, Buffer.alloc(0), 'aes128gcm')
}

/** The public half of a P-256 key as browsers and services take it: an uncompressed point, base64url. */
export const publicKeyOf = ({ x = '', y = '' }: JWK): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  )

/**
 * Sends pushes to the services that browsers have named: over https, to the public internet alone, besides the origins
 * in `allowed`. Nothing is followed, and of an answer only its status counts. What is sent is encrypted and signed by
 * the library; the sending is ours, which would otherwise go wherever an address leads. Throws RangeError for a text of
 * more than 3,993 bytes.
 */
export const makeWebPush = ({ key, subject }: Vapid, allowed: readonly string[]) => {
  const vapidDetails = { subject, publicKey: publicKeyOf(key), privateKey: key.d ?? '' }
  return async (
    { endpoint, p256dh, auth }: PushDevice,
    text: string,
    { ttl, urgency, topic, signal }: PushHow,
  ): Promise<PushAnswer> => {
    if (!isCallable(endpoint, allowed)) throw new InsideAddress('the address of a push is not to be called')
    const url = new URL(endpoint)
    const isAllowed = allowed.includes(url.origin)
    const { headers, body } = webPush().generateRequestDetails(
      { endpoint: url.href, keys: { p256dh, auth } },
      text,
      { vapidDetails, TTL: ttl, urgency, topic },
    )
    if (body.length > MOST_BYTES) throw new RangeError('a push is too long')
    return new Promise<PushAnswer>((settle, reject) => {
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
}
export type WebPush = ReturnType<typeof makeWebPush>
