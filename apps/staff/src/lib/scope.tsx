import type { Call } from '@podmoga/contract/client'
import { makeScope } from '@podmoga/web/scope'

/** The current user and restaurant: every query key, call and draft depends on them. */
export interface Scope {
  restaurantId: string
  /** The token's subject: the user whose drafts these are. */
  person: string
  /** The contract's client, bound to the session and this restaurant. */
  call: Call
}

/** The scope of the current restaurant. Only below the restaurant's route. */
export const { ScopeProvider, useScope } = makeScope<Scope>('a restaurant')
