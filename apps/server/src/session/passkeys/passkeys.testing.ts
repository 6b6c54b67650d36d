import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
type Cbor = number | string | Buffer | Map<number | string, Cbor>
/** The subset of CBOR that an authenticator uses. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64

export interface AuthenticatorTricks {
  origin?: string
  rp_id?: string
  /** False: the device did not verify the user. */
  verified?: boolean
  challenge?: string
  type?: string
}

/** A software authenticator: a P-256 key that really signs, and a signature counter. */
export const makeAuthenticator = ({ origin, rp_id }: { origin: string; rp_id: string }) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential_id = randomBytes(32)
  const id = credential_id.toString('base64url')
  const state = { counter: 0, user: '' }

  const clientData = (type: string, challenge: string, tricks: AuthenticatorTricks): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: tricks.type ?? type,
        challenge: tricks.challenge ?? challenge,
        origin: tricks.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (flags: number, tricks: AuthenticatorTricks, attested = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(state.counter)
    const all = flags | PRESENT | (tricks.verified === false ? 0 : VERIFIED)
    return Buffer.concat([sha256(tricks.rp_id ?? rp_id), Buffer.from([all]), counter, attested])
  }

  const credential = <Answer extends object>(data: Buffer, answer: Answer) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    response: { clientDataJSON: data.toString('base64url'), ...answer },
  })

  return {
    id,
    state,
    /** Answers a registration challenge. */
    create: (options: Record<string, unknown>, tricks: AuthenticatorTricks = {}) => {
      state.user = (options.user as { id: string }).id
      const point = (text: string) => Buffer.from(text, 'base64url')
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point(x)],
          [-3, point(y)],
        ]),
      )
      const length = Buffer.from([0, credential_id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credential_id, key])
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(ATTESTED, tricks, attested)],
        ]),
      )
      const data = clientData('webauthn.create', String(options.challenge), tricks)
      return credential(data, {
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers an authentication challenge and increments the counter. */
    get: (options: Record<string, unknown>, tricks: AuthenticatorTricks = {}) => {
      state.counter += 1
      const data = clientData('webauthn.get', String(options.challenge), tricks)
      const authenticator = authData(0, tricks)
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(data)]), privateKey)
      return credential(data, {
        authenticatorData: authenticator.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: state.user,
      })
    },
  }
}
