import type { Call } from '@podmoga/contract/client'
import type { getDesk } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { makeScope } from '@podmoga/web/scope'

/** Who works here: every query, every call and every draft starts from it. */
export interface Scope {
  me: Answer<typeof getDesk>
  /** Whose session it is: the browser keeps unfinished work under it. */
  person: string
  /** The contract's client, bound to the session. */
  call: Call
}

/** Only below the desk's door. */
export const { ScopeProvider, useScope } = makeScope<Scope>('the desk')
