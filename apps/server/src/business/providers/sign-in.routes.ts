import { createHash, randomBytes } from 'node:crypto'
import * as calls from '@podmoga/contract/providers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { isRowId, refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { type Oidc, type OidcAttempt, OidcError } from '../../ports/oidc.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { makeSecondStep } from '../../session/second-step/second-step.ts'
import { attemptCookie } from '../../session/session.cookies.ts'
import type { OpenSession } from '../../session/session.open.ts'
import { makeOriginOf } from '../../session/session.origin.ts'
import { makeSealed } from '../../session/session.seal.ts'
import { makeAdmit, NOT_ADMITTED } from './admit.ts'
import { makeProviderSecrets, redirectUriInUse, redirectUriOf } from './providers.secrets.ts'
import {
  addAttempt,
  claimAttempt,
  endAttempt,
  findById,
  findNamedPerson,
  findProvider,
  isNetworkAsked,
  type KnownPerson,
  listOpenProviders,
  nameAttemptPerson,
  takeCode,
} from './providers.sql.ts'

const COOKIE = 'podmoga_provider'
const SEAL = 'provider attempts'
const ATTEMPT_MS = 10 * 60_000
const LOOKS_PER_MINUTE = 120
const BEGINS_PER_MINUTE = 60

const STALE = 'Этот вход уже закончен или начат слишком давно. Начните его ещё раз.'
const ELSEWHERE = 'Ответ пришёл не от того провайдера, через которого вы входили. Начните вход ещё раз.'
const DECLINED = 'Провайдер не впустил вас или вы отменили вход.'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The provider failed: the cause goes to the log, and the user gets a message about what to do. */
const failed = (error: unknown, request: FastifyRequest, provider_id: string): Error => {
  if (!(error instanceof OidcError)) return error instanceof Error ? error : new Error(String(error))
  request.log.warn({ err: error, provider_id, kind: error.kind }, 'a provider of sign-in failed')
  return refuse('provider_failed', error.kind === 'declined' ? { message: DECLINED } : {})
}

/** Identifies the person from a provider's answer. */
const makeNameOf = (deps: Deps, oidc: Oidc, mailQueue: MailQueue) => {
  const { sql, config } = deps
  const { accountOf } = makeProviderSecrets(deps)
  const { open } = makeSealed(deps.secrets, SEAL)
  const admit = makeAdmit(deps, mailQueue)

  /** The person is stored with the attempt, because the provider can be asked only once. */
  return async (
    { query, provider: at }: { query: string; provider?: string | undefined },
    key: { state_hash: Buffer; browser_hash: Buffer; now: Date },
    request: FastifyRequest,
  ): Promise<KnownPerson> => {
    const claimed = await claimAttempt(sql, key)
    if (claimed === undefined) throw refuse('provider_failed', { message: STALE })
    const provider = await findProvider(sql, { id: claimed.provider_id, business_id: null })
    if (provider === undefined || !provider.is_enabled) throw refuse('provider_failed', { message: STALE })
    const attempt = JSON.parse(open(claimed.sealed, key.state_hash.toString('hex'))) as OidcAttempt
    // Another provider's answer is not forwarded to this one, which would learn a code meant for the other.
    if (redirectUriOf(config, at ?? null) !== attempt.redirect_uri) {
      request.log.warn({ provider_id: provider.id, at }, 'an answer of another provider was refused')
      throw refuse('provider_failed', { message: ELSEWHERE })
    }
    // At the shared URI a malicious provider may still learn a code, but a code is accepted only once.
    const code = new URLSearchParams(query).get('code')
    if (code !== null && !(await takeCode(sql, { code_hash: hashOf(code), now: key.now }))) {
      request.log.warn({ provider_id: provider.id }, 'an authorization code was used for the second time')
      throw refuse('provider_failed', { message: STALE })
    }
    const named = await oidc.finish(accountOf(provider), attempt, query).catch((error: unknown) => {
      throw failed(error, request, provider.id)
    })
    const person = await admit(provider, named, request)
    await nameAttemptPerson(sql, { state_hash: key.state_hash, person_id: person.id })
    return person
  }
}

/** Sign-in through the company's own provider: redirecting the browser there and handling its return. */
export const providerSignInRoutes = (
  on: On,
  deps: Deps,
  oidc: Oidc,
  { mailQueue, openSession }: { mailQueue: MailQueue; openSession: OpenSession },
): void => {
  const { sql, clock, config, rates } = deps
  const originOf = makeOriginOf(config)
  const { accountOf } = makeProviderSecrets(deps)
  const { seal } = makeSealed(deps.secrets, SEAL)
  const steps = makeSecondStep(deps)
  const nameOf = makeNameOf(deps, oidc, mailQueue)
  const cookie = attemptCookie(config, '/api/auth/')

  on(calls.listSignInProviders, async ({ query, request }) => {
    await rates.take('provider_look', addressOf(request.ip), LOOKS_PER_MINUTE, 60)
    const network = query.network || null
    const providers = await listOpenProviders(sql, network)
    return { providers, asks_network: await isNetworkAsked(sql) }
  })

  on(calls.beginProviderSignIn, async ({ params, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('provider_begin', addressOf(request.ip), BEGINS_PER_MINUTE, 60)
    const { providerId } = params
    const row = isRowId(providerId)
      ? await findProvider(sql, { id: providerId, business_id: null })
      : undefined
    if (row === undefined || !row.is_enabled) throw refuse('not_found')
    const attempt = oidc.newAttempt(redirectUriInUse(config, row))
    const url = await oidc.begin(accountOf(row), attempt).catch((error: unknown) => {
      throw failed(error, request, row.id)
    })
    const browser = randomBytes(32).toString('base64url')
    const now = clock.now()
    const state_hash = hashOf(attempt.state)
    await addAttempt(sql, {
      state_hash,
      browser_hash: hashOf(browser),
      provider_id: row.id,
      sealed: seal(JSON.stringify(attempt), state_hash.toString('hex')),
      now,
      expires_at: new Date(now.getTime() + ATTEMPT_MS),
    })
    reply.setCookie(COOKIE, browser, { ...cookie, maxAge: ATTEMPT_MS / 1000 })
    return { url }
  })

  const enter = async (
    person: KnownPerson,
    state_hash: Buffer,
    passed: boolean,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (!(await endAttempt(sql, state_hash))) throw refuse('provider_failed', { message: STALE })
    reply.clearCookie(COOKIE, cookie)
    return openSession({ id: person.id, subject: person.subject, passed }, request, reply)
  }

  on(calls.finishProviderSignIn, async ({ body, request, reply }) => {
    if (originOf(request) === 'foreign') throw refuse('bad_origin')
    await rates.take('provider_begin', addressOf(request.ip), BEGINS_PER_MINUTE, 60)
    const browser = request.cookies[COOKIE]
    const states = new URLSearchParams(body.query).getAll('state')
    const [state] = states
    if (browser === undefined || state === undefined || states.length > 1)
      throw refuse('provider_failed', { message: STALE })
    const key = { state_hash: hashOf(state), browser_hash: hashOf(browser), now: clock.now() }
    const before = await findNamedPerson(sql, key)
    const person =
      before === undefined ? await nameOf(body, key, request) : await findById(sql, before.person_id)
    if (person === undefined || person.disabled_at !== null || person.operator || person.elsewhere)
      throw refuse('not_admitted', { message: NOT_ADMITTED.disabled })
    const { ip, id: request_id } = request
    const asked = { person_id: person.id, session_id: null, code: body.code, ip, request_id }
    // The provider counts as the first step only, whatever it required; the second step is our own.
    const { passed } = await steps.passAtSignIn(asked)
    return enter(person, key.state_hash, passed, request, reply)
  })
}
