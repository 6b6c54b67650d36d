import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import { type KeyScope, kindsOf, scopesOf } from '@podmoga/contract/rights'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import type { DeskMember, Identify, PeopleManager, Person } from '../http/principals.ts'
import { rateSubject } from '../http/rates.ts'
import { isRowId, refuse } from '../http/refuse.ts'
import type { AccessRow } from './session.access.sql.ts'
import { makeAccess } from './session.access.ts'
import { apiKeyIn, makeApiKeys } from './session.api-keys.ts'
import { makeTokens } from './tokens/tokens.ts'

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i
const RESTAURANT = /^[A-Za-z0-9-]{1,64}$/

/** Returns the `Authorization` header; null if it is missing or repeated. */
const authorizationOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  if (header === undefined) return null
  // Node keeps the first of two headers: only the raw list shows that there were more.
  const raw = request.raw.rawHeaders
  let seen = 0
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]
    if (name !== undefined && name.length === 13 && name.toLowerCase() === 'authorization') seen += 1
  }
  return seen > 1 ? null : header
}

/** The token of the single `Authorization: Bearer` header, or null. */
export const bearerOf = (request: FastifyRequest): string | null =>
  BEARER.exec(authorizationOf(request) ?? '')?.[1] ?? null

// Node joins repeated headers with a comma, which no id contains, so neither value is used.
const restaurantOf = (request: FastifyRequest): string => {
  const header = request.headers.authrestaurantid
  if (typeof header !== 'string' || !RESTAURANT.test(header))
    throw refuse('bad_request', { message: 'Не указан ресторан. Откройте его из списка ресторанов.' })
  return header
}

/** The admin of a business, preferably the person's own; with `manager`, also a manager of some of its restaurants. */
const managerOf = (person: Person, access: AccessRow, auth: 'admin' | 'manager'): PeopleManager | null => {
  const { admin_of, manager_of } = access
  const business_id = admin_of.includes(person.business_id) ? person.business_id : admin_of[0]
  if (business_id !== undefined) return { ...person, business_id, restaurant_ids: null }
  return auth === 'manager' && manager_of.length > 0 ? { ...person, restaurant_ids: manager_of } : null
}

type Auth = EndpointDeclaration['auth']
type DeskAuth = Exclude<Auth, string>[number]

const memberOf = (
  person: Person,
  access: AccessRow,
  auth: DeskAuth,
): DeskMember | PeopleManager | undefined => {
  if (auth === 'admin' || auth === 'manager') return managerOf(person, access, auth) ?? undefined
  const business_ids = auth === 'editor' ? access.editor_of : access.agent_of
  const mayEnter = business_ids.length > 0 || (auth === 'desk' && access.editor_of.length > 0)
  return mayEnter ? { ...person, business_ids } : undefined
}

const seesAll = (who: DeskMember | PeopleManager): boolean =>
  'business_ids' in who ? who.business_ids.includes(who.business_id) : who.restaurant_ids === null

/**
 * Of the roles that both the call accepts and the person has, returns the first with access to the whole business, else
 * the first.
 */
const widestOf = (person: Person, access: AccessRow, kinds: readonly DeskAuth[]) => {
  const { key } = person
  const all = kinds
    .filter((kind) => key === undefined || scopesOf(kind).some((scope) => key.scopes.includes(scope)))
    .flatMap((kind) => memberOf(person, access, kind) ?? [])
  return all.find(seesAll) ?? all[0]
}

// Counts against the person's rate here: a refused request is not counted later.
const makeForbid =
  ({ sql, clock, config, rates }: Deps) =>
  async (
    request: FastifyRequest,
    person: Person,
    event: 'tenant_mismatch' | 'role_mismatch',
    detail: Record<string, string>,
  ): Promise<never> => {
    await rates.take('requests', rateSubject(person), config.REQUESTS_PER_MINUTE, 60)
    await writeAudit(sql, {
      at: clock.now(),
      event,
      person_id: person.person_id,
      session_id: person.session_id,
      ip: request.ip,
      request_id: request.id,
      detail,
    })
    throw refuse('forbidden')
  }

interface Known {
  person: Person
  access: AccessRow
}
const personOf = (
  access: AccessRow,
  more: Pick<Person, 'session_id' | 'stepped' | 'expires_at'>,
): Person => ({
  person_id: access.person_id,
  business_id: access.business_id,
  ...more,
})

/** Identifies a caller by a program's API key or by a person's token. */
const makeCallers = (deps: Deps, forbid: ReturnType<typeof makeForbid>) => {
  const tokens = makeTokens(deps)
  const accessOf = makeAccess(deps)
  const accessByKey = makeApiKeys(deps, accessOf)

  /** A program's key is accepted only by calls that accept one of its scopes; elsewhere it is no token at all. */
  const byKey = async (
    request: FastifyRequest,
    api_key: string,
    role: string,
    scopes: readonly KeyScope[],
  ): Promise<Known> => {
    if (scopes.length === 0) throw refuse('unauthorized')
    const { key, access, expires_at } = await accessByKey(api_key)
    // The key's creator has passed the second step.
    const person = { ...personOf(access, { session_id: null, stepped: true, expires_at }), key }
    if (!scopes.some((scope) => key.scopes.includes(scope)))
      return forbid(request, person, 'role_mismatch', { role, key: key.id })
    return { person, access }
  }

  const byToken = async (request: FastifyRequest, asked: string | null): Promise<Known> => {
    const bearer = bearerOf(request)
    if (bearer === null) throw refuse('unauthorized')
    const token = await (await tokens).verify(bearer)
    // A malformed row id is treated like an unknown restaurant.
    const access = await accessOf(token, asked !== null && isRowId(asked) ? asked : null)
    const { session_id, expires_at } = token
    return { person: personOf(access, { session_id, stepped: access.stepped, expires_at }), access }
  }
  return { byKey, byToken }
}

/** Identifies callers by their token and the two headers; see {@link Identify}. */
export const makeIdentify = (deps: Deps): Identify => {
  const { clock, settings } = deps
  const forbid = makeForbid(deps)
  const { byKey, byToken } = makeCallers(deps, forbid)

  /** A business may require a second step of everyone who works at its desk. */
  const requireStep = (person: Person, business_ids: readonly string[]): void => {
    const asking = [person.business_id, ...business_ids]
    const now = clock.now()
    const isDue = (from: Date | null): boolean => from !== null && from <= now
    if (!person.stepped && asking.some((id) => isDue(settings.stepsFrom(id))))
      throw refuse('second_step_needed')
  }

  return async (request, auth, key_scopes = []) => {
    if (auth === 'public') return null
    const api_key = apiKeyIn(authorizationOf(request) ?? '')
    if (api_key === null && bearerOf(request) === null) throw refuse('unauthorized')
    const asked = auth === 'staff' && api_key === null ? restaurantOf(request) : null
    const role = kindsOf({ auth }).join(' / ')
    const { person, access } =
      api_key === null ? await byToken(request, asked) : await byKey(request, api_key, role, key_scopes)
    if (auth === 'person') return person
    if (auth === 'operator') {
      if (!access.operator) return forbid(request, person, 'role_mismatch', { role })
      requireStep(person, [])
      return person
    }
    if (auth !== 'staff') {
      const who = typeof auth === 'string' ? memberOf(person, access, auth) : widestOf(person, access, auth)
      if (who === undefined) return forbid(request, person, 'role_mismatch', { role })
      requireStep(
        person,
        'business_ids' in who ? [...access.agent_of, ...access.editor_of] : [who.business_id],
      )
      return who
    }
    const { restaurant_id, timezone } = access
    if (restaurant_id === null || timezone === null)
      return forbid(request, person, 'tenant_mismatch', { restaurant_id: asked ?? '' })
    const network = request.headers.authbusinessnetwork
    if (network !== undefined && network !== access.network)
      return forbid(request, person, 'tenant_mismatch', { network: String(network).slice(0, 60) })
    if (access.paid_until !== null && access.paid_until < clock.now()) throw refuse('subscription_expired')
    return { ...person, restaurant_id, timezone }
  }
}
