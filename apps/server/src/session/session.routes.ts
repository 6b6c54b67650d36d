import { getPlaces, listRestaurants, renewSession, signIn, signOut } from '@podmoga/contract/session'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { confirmRoutes } from './confirm/confirm.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { makePasskeys } from './passkeys/passkeys.ts'
import { secondStepRoutes } from './second-step/second-step.routes.ts'
import { makeCookies } from './session.cookies.ts'
import { bearerOf } from './session.identify.ts'
import { makeOpenSession, newRenewal, renewalHash, wireMemberships } from './session.open.ts'
import { makeOriginOf } from './session.origin.ts'
import { makeChooseRenewal } from './session.page-owner.ts'
import { endSession, findMemberships, type Memberships } from './session.sql.ts'
import { makeCheckSignIn } from './sign-in/sign-in.ts'
import { endSessionsByRenewals, rotateRenewal } from './tokens/renewals.sql.ts'
import { makeTokens } from './tokens/tokens.ts'

const DAY_MS = 24 * 3600 * 1000

/** Sign-in, renewal, sign-out, a person's memberships, and the public key of the tokens. */
export const sessionRoutes = (app: FastifyInstance, on: On, deps: Deps): void => {
  const { sql, clock, config } = deps
  const tokens = makeTokens(deps)
  const cookies = makeCookies(config)
  const originOf = makeOriginOf(config)
  const checkSignIn = makeCheckSignIn(deps)
  const openSession = makeOpenSession(deps)
  const chooseRenewal = makeChooseRenewal(deps)
  const passkeys = makePasskeys(deps)
  confirmRoutes(on, deps, passkeys)
  secondStepRoutes(on, deps, passkeys)
  passkeyRoutes(on, deps, passkeys, openSession)

  const membershipsOf = async (person_id: string): Promise<Memberships> => {
    const memberships = await findMemberships(sql, { person_id })
    if (memberships === undefined) throw refuse('unauthorized')
    return memberships
  }
  const days = (now: Date, count: number): Date => new Date(now.getTime() + count * DAY_MS)

  on(signIn, async ({ body, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    const { ip, id: request_id } = request
    const person = await checkSignIn({ ...body, ip, request_id })
    return openSession(person, request, reply)
  })

  on(renewSession, async ({ body, request, reply }) => {
    if (originOf(request) !== 'ours') throw refuse('bad_origin')
    const token_hash = await chooseRenewal(cookies.renewalsOf(request).map(renewalHash), body.subject)
    const now = clock.now()
    const renewal_token = newRenewal()
    const renewed = await rotateRenewal(sql, {
      token_hash,
      new_hash: renewalHash(renewal_token),
      now,
      expires_at: days(now, config.SESSION_DAYS),
      forget_before: days(now, -config.SESSION_DAYS),
      ip: request.ip,
      request_id: request.id,
    })
    if (renewed === undefined) {
      cookies.clear(reply)
      throw refuse('unauthorized')
    }
    const access_token = await (await tokens).issue(renewed)
    const memberships = await membershipsOf(renewed.person_id)
    cookies.set(reply, { access_token, renewal_token, memberships, current: cookies.currentOf(request) })
    return { access_token }
  })

  on(signOut, async ({ request, reply }) => {
    const origin = originOf(request)
    if (origin === 'foreign') throw refuse('bad_origin')
    const ended = { now: clock.now(), ip: request.ip, request_id: request.id }
    const token_hashes = origin === 'ours' ? cookies.renewalsOf(request).map(renewalHash) : []
    if (token_hashes.length > 0) await endSessionsByRenewals(sql, { ...ended, token_hashes })
    const bearer = bearerOf(request)
    if (bearer !== null) {
      // An invalid token has no session to end, and signing out succeeds anyway.
      const token = await (await tokens).verify(bearer).catch(() => null)
      const session_id = token?.session_id ?? null
      if (session_id !== null) await endSession(sql, { ...ended, session_id, reason: 'sign_out' })
    }
    cookies.clear(reply)
    return { ok: true }
  })

  on(getPlaces, async ({ who }) => {
    const memberships = await membershipsOf(who.person_id)
    return { first_name: memberships.first_name, ...wireMemberships(memberships) }
  })

  on(listRestaurants, async ({ who }) => ({ restaurants: (await membershipsOf(who.person_id)).restaurants }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return (await tokens).jwks
  })
}
