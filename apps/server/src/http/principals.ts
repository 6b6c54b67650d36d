import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import type { KeyScope } from '@podmoga/contract/rights'
import type { FastifyRequest } from 'fastify'

/** The bearer of a valid token. Ids are row ids as text. */
export interface Person {
  person_id: string
  /** null if the token was issued by an external identity provider. */
  session_id: string | null
  business_id: string
  /** Whether the session has passed a second step. The people of an external provider pass that provider's own. */
  stepped: boolean
  /** Set if the request came with an API key instead of a person's token. */
  key?: { id: string; scopes: readonly KeyScope[] }
  /** When the token expires. */
  expires_at: Date
}

/** A person in a restaurant that they may enter. */
export interface Staff extends Person {
  restaurant_id: string
  /** The restaurant's IANA time zone; the days of a conversation are counted in it. */
  timezone: string
}

/** A member of the support desk, with the businesses they serve in the role required by the call. */
export interface DeskMember extends Person {
  business_ids: readonly string[]
}

/** A manager of people: an admin manages everyone in the business, a manager only their restaurants. */
export interface PeopleManager extends Person {
  /** The restaurants; null means all restaurants of the business. */
  restaurant_ids: readonly string[] | null
}

type WhoIs<A> = A extends 'public'
  ? null
  : A extends 'staff'
    ? Staff
    : A extends 'agent' | 'editor' | 'desk'
      ? DeskMember
      : A extends 'manager' | 'admin'
        ? PeopleManager
        : Person

/** The caller types that a call's handler may receive: one for each kind that the call names. */
export type Who<A extends EndpointDeclaration['auth']> = WhoIs<A extends readonly (infer K)[] ? K : A>

/** What a desk member may read: whole businesses, or some restaurants of one business. */
export const readingOf = (who: DeskMember | PeopleManager) =>
  'business_ids' in who
    ? { business_ids: who.business_ids, restaurant_ids: null }
    : { business_ids: [who.business_id], restaurant_ids: who.restaurant_ids }

/** Returns the one business where only one is possible; prefers the person's own. */
export const businessOf = (who: DeskMember | PeopleManager): string =>
  'business_ids' in who && !who.business_ids.includes(who.business_id)
    ? (who.business_ids[0] ?? who.business_id)
    : who.business_id

/** Returns the caller, or refuses with 401 or 403. `desk`: an agent or an editor, with the businesses they are an agent of. */
export type Identify = (
  request: FastifyRequest,
  auth: EndpointDeclaration['auth'],
  /** An API key with any of these scopes is accepted; without scopes no API key is. */
  key_scopes?: readonly KeyScope[],
) => Promise<Person | Staff | DeskMember | PeopleManager | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is identified; the log reads it. */
    who: Person | Staff | DeskMember | PeopleManager | null | undefined
  }
}
