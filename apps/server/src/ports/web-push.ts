import type { IncomingMessage } from 'node:http'
import type { JWK } from 'jose'
import { late, nodeHttp, nodeHttps } from './lazy-libraries.ts'
import { InsideAddress, isCallable, outsideLookup } from './outside-address.ts'

/** A browser's push subscription: its endpoint and keys. */
export interface PushDevice {
  endpoint: string
  /** Public key: an uncompressed P-256 point, base64url. */
  p256dh: string
  /** 16 bytes, base64url. */
  auth: string
}

/** Delivery options. */
export interface PushHow {
  /** Seconds for which the service keeps it while the device is offline. */
  ttl: number
  urgency: 'high' | 'normal' | 'low'
  /** Replaces an undelivered push with the same topic: at most 32 characters of base64url. */
  topic: string
  signal: AbortSignal
}

/** The service's response. `retry_after` is in seconds. */
export interface PushAnswer {
  status: number
  retry_after: number | null
}

/** The installation's key for push services (VAPID, RFC 8292) and the contact for problems. */
export interface Vapid {
  key: JWK
  /** `mailto:` or `https:`. */
  subject: string
}

const webPush = late<typeof import('web-push')>('web-push')

/** The maximum size of an encrypted push, in one record: services accept no more. */
const MOST_BYTES = 4096

/** Throws if these are not valid keys of a browser, so that a push could not be encrypted. */
export const checkPushKeys = ({ p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>): void => {
  webPush().encrypt(p256dh, auth, Buffer.alloc(0), 'aes128gcm')
}

/** The public part of a P-256 key in the form that browsers and services use: an uncompressed point, base64url. */
export const publicKeyOf = ({ x = '', y = '' }: JWK): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  )

/**
 * Sends pushes to the browsers' push services: over https and only to public addresses, plus the origins in `allowed`. Redirects
 * are not followed, and only the status of a response is used. The library encrypts and signs; the request is made here, because
 * the library would connect to any address. Throws RangeError for a text of more than 3,993 bytes.
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
        // The body is not needed and may be endless.
        answer.destroy()
      }
      const send = (url.protocol === 'https:' ? nodeHttps() : nodeHttp()).request
      const options = { method: 'POST', headers, signal, ...(isAllowed ? {} : { lookup: outsideLookup }) }
      send(url, options, answered).on('error', reject).end(body)
    })
  }
}
export type WebPush = ReturnType<typeof makeWebPush>
