import { createHash } from 'node:crypto'
import type { Assertion } from '@podmoga/contract/second-step'
import type { Db } from '@podmoga/sql/sql'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { late } from '../../ports/lazy-libraries.ts'
import {
  findPasskey,
  keepChallenge,
  listPasskeyRows,
  notePasskeyUsed,
  type OwnedPasskey,
  type PasskeyRow,
  type Purpose,
  takeChallenge,
} from './passkeys.sql.ts'

const webauthn = late<typeof import('@simplewebauthn/server')>('@simplewebauthn/server')

const CHALLENGE_MS = 5 * 60_000
// Ed25519, ES256, RS256: what current authenticators generate.
const ALGORITHMS = [-8, -7, -257]

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
/** What a challenge is bound to: an open session, or the cookie of a browser where nobody is signed in yet. */
export const boundToSession = (session_id: string): Buffer => hashOf(`session ${session_id}`)
export const boundToCookie = (value: string): Buffer => hashOf(`cookie ${value}`)

/** The cookie of a browser that was sent a sign-in challenge and where nobody is signed in. */
export const ASKED_COOKIE = 'podmoga_passkey'

/** Moves the pending challenge of such a browser, found by its `Cookie` header, to another database. */
export const movePasskeyQuestion = async (from: Db, to: Db, cookies: string): Promise<void> => {
  const value = cookies.split('; ').find((pair) => pair.startsWith(`${ASKED_COOKIE}=`))
  if (value === undefined) return
  const now = new Date()
  const asked = {
    bound_to: boundToCookie(value.slice(ASKED_COOKIE.length + 1)),
    purpose: 'sign_in',
    now,
  } as const
  const challenge = await takeChallenge(from, asked)
  if (challenge === null) return
  const expires_at = new Date(now.getTime() + CHALLENGE_MS)
  await keepChallenge(to, { ...asked, challenge, expires_at })
}

interface Where {
  bound_to: Buffer
  ip: string
  request_id: string
}

interface KeyOwner {
  subject: string
  name: string
  login: string
}

/** Options for creating a discoverable credential; devices that already hold one of the person's keys are excluded. */
const newKeyOptions = ({ hostname }: URL, rpName: string, person: KeyOwner, known: readonly PasskeyRow[]) =>
  webauthn().generateRegistrationOptions({
    rpID: hostname,
    rpName,
    userID: new TextEncoder().encode(person.subject),
    userName: person.login,
    userDisplayName: person.name,
    attestationType: 'none',
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** Returns the library's result, or the error message if the answer could not be read. */
const verifyAnswer = (
  passkey: Assertion,
  key: OwnedPasskey,
  challenge: string,
  { origin, hostname }: URL,
) => {
  const { userHandle } = passkey.response
  return webauthn()
    .verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { ...passkey.response, ...(userHandle === undefined ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.counter,
      },
    })
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
}

type NewPasskey = Omit<RegistrationResponseJSON, 'clientExtensionResults'>

/** The same for a new key. */
const verifyNew = (passkey: NewPasskey, challenge: string, { origin, hostname }: URL) =>
  webauthn()
    .verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))

/**
 * Passkey challenges and their verification. Keys are discoverable (no login is typed first) and every answer requires
 * user verification on the device, so one key counts as both steps. RP id and origin come from PUBLIC_URL.
 */
export const makePasskeys = ({
  sql,
  clock,
  config,
  settings,
}: Pick<Deps, 'sql' | 'clock' | 'config' | 'settings'>) => {
  const site = new URL(config.public_url)

  const keep = (bound_to: Buffer, purpose: Purpose, challenge: string) => {
    const now = clock.now()
    const expires_at = new Date(now.getTime() + CHALLENGE_MS)
    return keepChallenge(sql, { bound_to, purpose, now, challenge, expires_at })
  }

  const failed = async (
    key: OwnedPasskey | undefined,
    { ip, request_id }: Where,
    why: string,
  ): Promise<null> => {
    const person_id = key?.person_id ?? null
    const detail = { why }
    await writeAudit(sql, { at: clock.now(), event: 'passkey_failed', person_id, ip, request_id, detail })
    return null
  }

  return {
    /** Creates a challenge that any of this site's keys in the browser can answer. */
    ask: async (bound_to: Buffer, purpose: 'sign_in' | 'own'): Promise<Record<string, unknown>> => {
      const options = await webauthn().generateAuthenticationOptions({
        rpID: site.hostname,
        userVerification: 'required',
        timeout: CHALLENGE_MS,
      })
      await keep(bound_to, purpose, options.challenge)
      return { ...options }
    },

    /** Returns the key if its answer is valid, else null. With `person_id`, the key must belong to that person. */
    check: async (
      passkey: Assertion,
      purpose: 'sign_in' | 'own',
      where: Where,
      person_id: string | null = null,
    ): Promise<OwnedPasskey | null> => {
      const { bound_to } = where
      const challenge = await takeChallenge(sql, { bound_to, purpose, now: clock.now() })
      if (challenge === null) return failed(undefined, where, 'no challenge')
      const key = await findPasskey(sql, passkey.id)
      if (key === undefined || !key.enabled || (person_id !== null && key.person_id !== person_id))
        return failed(key, where, 'not theirs')
      const { userHandle } = passkey.response
      if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== key.subject)
        return failed(key, where, 'another user')
      const result = await verifyAnswer(passkey, key, challenge, site)
      if (typeof result === 'string' || !result.verified)
        return failed(key, where, typeof result === 'string' ? result.slice(0, 200) : 'signature')
      const { newCounter: counter, credentialBackedUp: synced } = result.authenticationInfo
      if (!(await notePasskeyUsed(sql, { id: key.id, counter, synced, now: clock.now() })))
        return failed(key, where, 'counter')
      return key
    },

    /** Returns the options the browser needs to create a new key for the person. */
    askNew: async (
      bound_to: Buffer,
      person: KeyOwner & { id: string; business_id: string },
    ): Promise<Record<string, unknown>> => {
      const known = await listPasskeyRows(sql, person.id)
      const rpName = settings.configOf(person.business_id).BRAND
      const options = await newKeyOptions(site, rpName, person, known)
      await keep(bound_to, 'new', options.challenge)
      return { ...options }
    },

    /** Returns what to store of a new key; null if the answer does not match the challenge. */
    checkNew: async (
      passkey: NewPasskey,
      where: Where,
    ): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'synced'> | null> => {
      const { bound_to } = where
      const challenge = await takeChallenge(sql, { bound_to, purpose: 'new', now: clock.now() })
      if (challenge === null) return failed(undefined, where, 'no challenge')
      const result = await verifyNew(passkey, challenge, site)
      if (typeof result === 'string' || !result.verified)
        return failed(undefined, where, typeof result === 'string' ? result.slice(0, 200) : 'signature')
      const { credential, credentialBackedUp: synced } = result.registrationInfo
      return {
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        synced,
      }
    },
  }
}
export type Passkeys = ReturnType<typeof makePasskeys>
