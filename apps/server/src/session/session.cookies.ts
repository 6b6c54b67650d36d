import type { CookieSerializeOptions } from '@fastify/cookie'
import { UserTokens } from '@podmoga/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Memberships } from './session.sql.ts'

const TOKENS = 'user_tokens'
const RENEWAL = 'podmoga_renewal'

/** The business as sent on the wire: `network` is omitted if there is none. */
export const wireBusiness = ({ id, name, network }: Memberships['business']) => ({
  id,
  name,
  ...(network === null ? {} : { network }),
})

/**
 * All values of one cookie name, in the order received: another host of the same domain may have set one that precedes
 * ours.
 */
const valuesOf = (request: FastifyRequest, name: string): string[] =>
  (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

/** Options of a cookie that ties a sign-in attempt to the browser that began it. */
export const attemptCookie = ({ public_url }: Pick<Config, 'public_url'>, path: string) =>
  ({ path, httpOnly: true, sameSite: 'strict', secure: public_url.startsWith('https:') }) as const

/** The two cookies of a session: the page reads `user_tokens`; the renewal token is in an HTTP-only cookie. */
export const makeCookies = (config: Config) => {
  const shared: CookieSerializeOptions = {
    secure: config.public_url.startsWith('https:'),
    maxAge: config.SESSION_DAYS * 24 * 3600,
  }
  const forPage: CookieSerializeOptions = {
    ...shared,
    path: '/',
    sameSite: 'lax',
    ...(config.COOKIE_DOMAIN === undefined ? {} : { domain: config.COOKIE_DOMAIN }),
  }
  // Browsers accept a `__Host-` cookie only from this very host; it requires the path "/".
  const own_host = shared.secure === true && config.COOKIE_DOMAIN === undefined
  const forOldRenewal: CookieSerializeOptions = {
    ...shared,
    path: '/api/auth/',
    sameSite: 'strict',
    httpOnly: true,
  }
  const forRenewal = own_host ? { ...forOldRenewal, path: '/' } : forOldRenewal
  const renewal_name = own_host ? `__Host-${RENEWAL}` : RENEWAL
  /** Deletes the cookie with the old name: such sessions continue under the new name. */
  const clearOld = (reply: FastifyReply): void => {
    if (own_host && reply.request.cookies[RENEWAL] !== undefined) reply.clearCookie(RENEWAL, forOldRenewal)
  }
  const renewalsOf = (request: FastifyRequest): string[] => {
    const values = valuesOf(request, renewal_name)
    return values.length > 0 || !own_host ? values : valuesOf(request, RENEWAL)
  }
  return {
    /** Sets both. The current restaurant is kept if the person may enter it. */
    set: (
      reply: FastifyReply,
      session: {
        access_token: string
        renewal_token: string
        memberships: Memberships
        current: string | undefined
      },
    ): void => {
      const { restaurants, business } = session.memberships
      const only = restaurants.length === 1 ? restaurants[0]?.id : undefined
      const id = restaurants.some((restaurant) => restaurant.id === session.current) ? session.current : only
      const value = {
        access_token: session.access_token,
        business: wireBusiness(business),
        ...(id === undefined ? {} : { id }),
      }
      reply.setCookie(TOKENS, JSON.stringify(value), forPage)
      reply.setCookie(renewal_name, session.renewal_token, forRenewal)
      clearOld(reply)
    },
    /** Clears both, with the attributes they were set with. */
    clear: (reply: FastifyReply): void => {
      reply.clearCookie(TOKENS, forPage)
      reply.clearCookie(renewal_name, forRenewal)
      clearOld(reply)
    },
    /** All renewal tokens in the request; those with the old cookie name only if none has the new name. */
    renewalsOf,
    /**
     * Whether the request carries any session cookie, valid or not. The renewal cookie may be sent only to
     * `/api/auth/`.
     */
    hasAny: (request: FastifyRequest): boolean =>
      request.cookies[TOKENS] !== undefined || renewalsOf(request).length > 0,
    /** The current restaurant that the page stored: a preference, never a permission. */
    currentOf: (request: FastifyRequest): string | undefined => {
      try {
        return UserTokens.safeParse(JSON.parse(request.cookies[TOKENS] ?? '')).data?.id
      } catch {
        return undefined
      }
    },
  }
}

export type Cookies = ReturnType<typeof makeCookies>
