import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { findStep } from './second-step/second-step.sql.ts'
import { asksSecondStep, stepNeeded } from './second-step/second-step.ts'
import { makeCookies, wireBusiness } from './session.cookies.ts'
import { findMemberships, type Memberships, startSession } from './session.sql.ts'
import { makeTokens } from './tokens/tokens.ts'

const DAY_MS = 24 * 3600 * 1000
const USER_AGENT_MAX = 300

/** Generates a renewal token: 32 random bytes, base64url. */
export const newRenewal = (): string => randomBytes(32).toString('base64url')
export const renewalHash = (renewal: string): Buffer => createHash('sha256').update(renewal).digest()

/** A person's memberships as sent on the wire. */
export const wireMemberships = ({ business, restaurants, desk_roles }: Memberships) => ({
  business: wireBusiness(business),
  restaurants,
  desk_roles,
})

/**
 * Opens a session for a person who has just been authenticated: stores it, sets both cookies, and returns the access
 * token and the person's memberships. Throws `second_step_needed` if a second step is set up and was not passed.
 */
export const makeOpenSession = (deps: Deps) => {
  const { sql, clock, config } = deps
  const tokens = makeTokens(deps)
  const cookies = makeCookies(config)
  return async (
    person: { id: string; subject: string; passed?: boolean },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const passed = person.passed === true
    // Applies to links too: a sign-in link must not bypass the second step.
    const step = passed ? null : await findStep(sql, person.id)
    if (step !== null && asksSecondStep(step)) throw stepNeeded(step)
    const { ip, id: request_id } = request
    const now = clock.now()
    const renewal_token = newRenewal()
    const session_id = await startSession(sql, {
      person_id: person.id,
      now,
      expires_at: new Date(now.getTime() + config.SESSION_DAYS * DAY_MS),
      token_hash: renewalHash(renewal_token),
      max_sessions: config.MAX_SESSIONS,
      user_agent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
      ip,
      second_step_at: passed ? now : null,
    })
    await writeAudit(sql, { at: now, event: 'signed_in', person_id: person.id, session_id, ip, request_id })
    const memberships = await findMemberships(sql, { person_id: person.id })
    if (memberships === undefined) throw refuse('unauthorized')
    const access_token = await (await tokens).issue({ subject: person.subject, session_id })
    cookies.set(reply, { access_token, renewal_token, memberships, current: undefined })
    return { access_token, ...wireMemberships(memberships) }
  }
}
export type OpenSession = ReturnType<typeof makeOpenSession>
