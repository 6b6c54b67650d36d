import { randomBytes } from 'node:crypto'
import * as calls from '@podmoga/contract/passkeys'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { attemptCookie } from '../session.cookies.ts'
import type { OpenSession } from '../session.open.ts'
import { makeOriginOf } from '../session.origin.ts'
import { listPasskeyRows } from './passkeys.sql.ts'
import { ASKED_COOKIE, boundToCookie, boundToSession, type Passkeys } from './passkeys.ts'

const COOKIE_SECONDS = 5 * 60
const TRIES_PER_MINUTE = 30

/** Sign-in with a passkey alone, and passkey challenges for a signed-in person. */
export const passkeyRoutes = (on: On, deps: Deps, passkeys: Passkeys, openSession: OpenSession): void => {
  const { sql, config, rates } = deps
  const originOf = makeOriginOf(config)
  const cookie = attemptCookie(config, '/api/auth/passkeys/')

  on(calls.beginPasskeySignIn, async ({ request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('passkey', addressOf(request.ip), TRIES_PER_MINUTE, 60)
    const browser = randomBytes(32).toString('base64url')
    const options = await passkeys.ask(boundToCookie(browser), 'sign_in')
    reply.setCookie(ASKED_COOKIE, browser, { ...cookie, maxAge: COOKIE_SECONDS })
    return { options }
  })

  on(calls.signInByPasskey, async ({ body, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('passkey', addressOf(request.ip), TRIES_PER_MINUTE, 60)
    const browser = request.cookies[ASKED_COOKIE]
    if (browser === undefined) throw refuse('passkey_refused')
    const where = { bound_to: boundToCookie(browser), ip: request.ip, request_id: request.id }
    const key = await passkeys.check(body.passkey, 'sign_in', where)
    if (key === null) throw refuse('passkey_refused')
    reply.clearCookie(ASKED_COOKIE, cookie)
    return openSession({ id: key.person_id, subject: key.subject, passed: true }, request, reply)
  })

  on(calls.beginPasskey, async ({ who }) => {
    if (who.session_id === null) throw refuse('unauthorized')
    await rates.take('passkey_own', who.person_id, TRIES_PER_MINUTE, 60)
    return { options: await passkeys.ask(boundToSession(who.session_id), 'own') }
  })

  on(calls.listPasskeys, async ({ who }) => ({
    passkeys: (await listPasskeyRows(sql, who.person_id)).map((row) => ({
      id: row.id,
      name: row.name,
      synced: row.synced,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  }))
}
