import { hash } from 'node:crypto'
import { isUuid } from '@podmoga/contract/fields/uuid'
import { errors, importJWK, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { Config } from '../../config.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Secrets } from '../../secrets.ts'
import { makeLru } from '../session.lru.ts'
import { makeOutsideKeys } from './outside-keys.ts'

/** Issuer and audience of our own tokens. */
const ISSUER = 'podmoga'

/**
 * More than the open streams of one process: each stream verifies its token every 2 s, and an evicted token costs a
 * signature check.
 */
const CACHED_TOKENS = 20_000
/** How long the verification of an outside token is cached. */
const OUTSIDE_BELIEVED_MS = 60_000
/** Tolerated clock difference between servers. */
const ISSUED_AHEAD_MS = 5 * 60_000
const TOKEN_MAX = 8192
const SUBJECT_MAX = 255

/** The verified claims of a token. */
export interface VerifiedToken {
  /** Identifies the token in caches without revealing it. */
  hash: string
  subject: string
  /** null when an outside provider made the token. */
  session_id: string | null
  expires_at: Date
}

export interface Tokens {
  /** Issues an access token that is valid for ACCESS_TOKEN_SECONDS. */
  issue: (bearer: { subject: string; session_id: string }) => Promise<string>
  /**
   * Verifies a token of ours or of the outside provider. Throws `token_expired` or `unauthorized`, and `unavailable` if
   * the outside provider's keys cannot be fetched.
   */
  verify: (token: string) => Promise<VerifiedToken>
  /** The public key, as served at `/.well-known/jwks.json`. */
  jwks: { keys: Record<string, string>[] }
}

interface Trust {
  issuer: string
  audience?: string | undefined
  algorithms: string[]
  key: JWTVerifyGetKey
  /** Whether `sid` is the id of one of our sessions. */
  own: boolean
}

const outsideTrust = (config: Config, clock: Clock): Trust | null =>
  config.AUTH_ISSUER === undefined || config.AUTH_JWKS_URL === undefined
    ? null
    : {
        issuer: config.AUTH_ISSUER,
        audience: config.AUTH_AUDIENCE,
        algorithms: ['RS256', 'ES256', 'EdDSA'],
        key: makeOutsideKeys(config.AUTH_JWKS_URL, clock),
        own: false,
      }

const kidOf = (token: string): unknown => {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString(),
    )
    return typeof header === 'object' && header !== null && 'kid' in header ? header.kid : undefined
  } catch {
    throw refuse('unauthorized')
  }
}

// The last character of base64url may carry unused bits, so one signature would have several valid spellings.
const isCanonical = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const refusalFor = (error: unknown) => {
  if (error instanceof errors.JWTExpired) return refuse('token_expired')
  const fetching =
    !(error instanceof errors.JOSEError) ||
    ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
  return refuse(fetching ? 'unavailable' : 'unauthorized')
}

const isSubject = (subject: unknown): subject is string =>
  typeof subject === 'string' &&
  subject !== '' &&
  subject.length <= SUBJECT_MAX &&
  subject.isWellFormed() &&
  !subject.includes('\u0000')

/** Issues and verifies access tokens. */
export const makeTokens = async (parts: {
  config: Config
  secrets: Secrets
  clock: Clock
}): Promise<Tokens> => {
  const { config, secrets, clock } = parts
  const { d: _private, ...public_key } = secrets.signing_key
  const { kty, crv, x, kid } = public_key
  const signing = await importJWK(secrets.signing_key, 'EdDSA')
  const checking = await importJWK({ kty, crv, x }, 'EdDSA')
  if (checking instanceof Uint8Array) throw new Error('the signing key is not a key pair')
  const ours: Trust = {
    issuer: ISSUER,
    audience: ISSUER,
    algorithms: ['EdDSA'],
    key: async () => checking,
    own: true,
  }
  const outside = outsideTrust(config, clock)
  const verified = makeLru<{ token: VerifiedToken; until: number; issued_at: number }>(CACHED_TOKENS)

  const check = async (token: string, token_hash: string) => {
    const trust = kidOf(token) === kid ? ours : outside
    if (trust === null || !isCanonical(token)) throw refuse('unauthorized')
    let payload: Record<string, unknown>
    try {
      payload = (
        await jwtVerify(token, trust.key, {
          algorithms: trust.algorithms,
          issuer: trust.issuer,
          ...(trust.audience === undefined ? {} : { audience: trust.audience }),
          requiredClaims: trust.own ? ['sub', 'exp', 'iat', 'sid'] : ['sub', 'exp'],
          currentDate: clock.now(),
        })
      ).payload
    } catch (error) {
      throw refusalFor(error)
    }
    const { sub, exp, sid, iat } = payload
    // JSON's 1e400 parses as the number Infinity. No Date lies beyond 8.64e12 seconds.
    if (typeof exp !== 'number' || !(exp < 8.64e12) || !isSubject(sub)) throw refuse('unauthorized')
    if (trust.own && !(typeof sid === 'string' && isUuid(sid))) throw refuse('unauthorized')
    return {
      token: {
        hash: token_hash,
        subject: sub,
        session_id: trust.own ? String(sid) : null,
        expires_at: new Date(exp * 1000),
      },
      // Our own key never changes; an outside key may be withdrawn at any time.
      until: trust.own ? Number.POSITIVE_INFINITY : clock.steady().getTime() + OUTSIDE_BELIEVED_MS,
      issued_at: trust.own && typeof iat === 'number' ? iat * 1000 : 0,
    }
  }

  return {
    jwks: { keys: [{ kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }] },
    issue: ({ subject, session_id }) => {
      const issued_at = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setIssuedAt(issued_at)
        .setExpirationTime(issued_at + config.ACCESS_TOKEN_SECONDS)
        .sign(signing)
    },
    verify: async (token) => {
      if (token.length > TOKEN_MAX) throw refuse('unauthorized')
      const token_hash = hash('sha256', token, 'base64')
      let known = verified.get(token_hash)
      if (known === undefined || clock.steady().getTime() >= known.until) {
        known = await check(token, token_hash)
        verified.set(token_hash, known)
      }
      const now = clock.now()
      // A token issued by a clock that has since been set back would live too long: the client renews it.
      if (known.token.expires_at <= now || known.issued_at > now.getTime() + ISSUED_AHEAD_MS) {
        verified.delete(token_hash)
        throw refuse('token_expired')
      }
      return known.token
    },
  }
}
