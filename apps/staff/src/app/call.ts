import { readToken } from '@podmoga/contract/access-token'
import type { Call } from '@podmoga/contract/client'
import { makeSessionCall, tokenHeaders } from '@podmoga/web/session/call'
import { expired, liveToken } from '@podmoga/web/session/live-token'
import { clearSession, isSomebodyElses, readSession } from '@podmoga/web/session/stored-session'
import { headersOf } from '../lib/scope-headers.ts'
import { onEntryGiven, onEntryRefused } from '../session/entry.ts'

/** Rejects while another user is signed in on this device: one user's messages must never be sent under another's name. */
const tokenOf = async (person: string): Promise<string> => {
  const token = await liveToken()
  if ((readToken(token)?.sub ?? '') !== person) throw expired()
  return token
}

const headersIn = (restaurant: string): Record<string, string> => {
  const network = readSession()?.business?.network
  return headersOf(restaurant, network)
}

const forget = async (person: string, restaurant?: string): Promise<void> => {
  const { forgetAnswers } = await import('../lib/offline/kept-answers.ts')
  await forgetAnswers(person, restaurant)
}

/** The headers of a call in a restaurant. Rejects with a Refusal when there is no valid token and it cannot be renewed. */
export const scopeHeaders = async (restaurant: string): Promise<Record<string, string>> =>
  tokenHeaders(await liveToken(), headersIn(restaurant))

/**
 * The contract's client bound to one user's session and one restaurant. A 401 after renewal, or an expired subscription, clears
 * the stored session; any other 403 redirects to the authentication site.
 */
export const makeScopeCall = (restaurant: string, person: string): Call =>
  makeSessionCall({
    token: () => tokenOf(person),
    headers: () => headersIn(restaurant),
    onAnswer: () => onEntryGiven(restaurant),
    onRefusal: ({ status, code, subscription_expired }) => {
      // Access is not refused: the caller asks the user to confirm their identity.
      if (code === 'confirmation_needed') return
      // Kept answers are deleted together with the right to read them.
      if (status === 403) void forget(person, restaurant)
      if (status === 401 && !isSomebodyElses()) void forget(person)
      if (status === 403)
        onEntryRefused(restaurant, subscription_expired ? 'subscription_expired' : 'forbidden')
      if ((status === 401 && !isSomebodyElses()) || subscription_expired) clearSession()
    },
  })
