import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import type { KeyScope } from '@podmoga/contract/rights'
import type { FastifyRequest } from 'fastify'

/** Whoever bears a valid token. Ids are rows' ids as text. */
export interface Person {
  person_id: string
  /** null when an outside identity provider made the token. */
  session_id: string | null
  business_id: string
  /** Whether the session has passed a second step; an outside provider's people pass its own. */
  stepped: boolean
  /** Of a program that came with an API key instead of a person's token. */
  key?: { id: string; scopes: readonly KeyScope[] }
  /** When the token runs out. */
  expires_at: Date
}

/** A person inside a restaurant that they may enter. */
export interface Staff extends Person {
  restaurant_id: string
  /** The restaurant's IANA zone: days of a conversation are counted in it. */
  timezone: string
}

/** A member of the support desk, with the businesses they serve in the role that the call asks for. */
export interface DeskMember extends Person {
  business_ids: readonly string[]
}

/** Who keeps the people of a business: an admin all of them, a manager those of their restaurants. */
export interface PeopleManager extends Person {
  /** The restaurants; null: every one of the business. */
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

/** Who a call's handler may meet: one of each kind of callers that the call names. */
export type Who<A extends EndpointDeclaration['auth']> = WhoIs<A extends readonly (infer K)[] ? K : A>

/** Where somebody at the desk may read: whole businesses, or some restaurants of one. */
export const readingOf = (who: DeskMember | PeopleManager) =>
  'business_ids' in who
    ? { business_ids: who.business_ids, restaurant_ids: null }
    : { business_ids: [who.business_id], restaurant_ids: who.restaurant_ids }

/** The one business, where there can be only one: their own before another. */
export const businessOf = (who: DeskMember | PeopleManager): string =>
  'business_ids' in who && !who.business_ids.includes(who.business_id)
    ? (who.business_ids[0] ?? who.business_id)
    : who.business_id

/** Says who is calling, or refuses with 401 or 403. `desk`: an agent or an editor, with the businesses they are an agent of. */
export type Identify = (
  request: FastifyRequest,
  auth: EndpointDeclaration['auth'],
  /** Scopes of which one lets an API key through; without any no key passes. */
  key_scopes?: readonly KeyScope[],
) => Promise<Person | Staff | DeskMember | PeopleManager | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; the log reads it. */
    who: Person | Staff | DeskMember | PeopleManager | null | undefined
  }
}
