import type { Call } from '@podmoga/contract/client'
import type { getDesk } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { makeScope } from '@podmoga/web/scope'

/** The signed-in person: every query, call and draft depends on it. */
export interface Scope {
  me: Answer<typeof getDesk>
  /** Id of the session's person; key prefix of unfinished work in this browser. */
  person: string
  /** The API client, bound to the session. */
  call: Call
}

/** Available only below AccessGate. */
export const { ScopeProvider, useScope } = makeScope<Scope>('the desk')
