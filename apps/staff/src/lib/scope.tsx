import type { Call } from '@podmoga/contract/client'
import { makeScope } from '@podmoga/web/scope'

/** Where the person is: every query key, every call and every draft starts from it. */
export interface Scope {
  restaurantId: string
  /** The token's subject: whose drafts these are. */
  person: string
  /** The contract's client, bound to the session and to this restaurant. */
  call: Call
}

/** The restaurant the person is in. Only below the restaurant's route. */
export const { ScopeProvider, useScope } = makeScope<Scope>('a restaurant')
