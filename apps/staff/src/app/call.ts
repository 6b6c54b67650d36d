import { readToken } from '@podmoga/contract/access-token'
import type { Call } from '@podmoga/contract/client'
import { makeSessionCall, tokenHeaders } from '@podmoga/web/session/call'
import { expired, liveToken } from '@podmoga/web/session/live-token'
import { clearSession, isSomebodyElses, readSession } from '@podmoga/web/session/stored-session'
import { headersOf } from '../lib/scope-headers.ts'
import { onEntryGiven, onEntryRefused } from '../session/entry.ts'

/**
 * Refused while another person is signed in on this device: what one has written never goes out under the other's name.
 */
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

/** The headers of a call in a restaurant. Rejects with a Refusal when there is no token and none can be had. */
export const scopeHeaders = async (restaurant: string): Promise<Record<string, string>> =>
  tokenHeaders(await liveToken(), headersIn(restaurant))

/**
 * The contract's client bound to one person's session and to one restaurant. A 401 that stays, or an ended
 * subscription, clears the stored session; any other 403 leads to the authentication site.
 */
export const makeScopeCall = (restaurant: string, person: string): Call =>
  makeSessionCall({
    token: () => tokenOf(person),
    headers: () => headersIn(restaurant),
    onAnswer: () => onEntryGiven(restaurant),
    onRefusal: ({ status, code, subscription_expired }) => {
      // No door is shut: whoever asked has the person confirm that it is still them.
      if (code === 'confirmation_needed') return
      // What was read stays no longer than the right to read it.
      if (status === 403) void forget(person, restaurant)
      if (status === 401 && !isSomebodyElses()) void forget(person)
      if (status === 403)
        onEntryRefused(restaurant, subscription_expired ? 'subscription_expired' : 'forbidden')
      if ((status === 401 && !isSomebodyElses()) || subscription_expired) clearSession()
    },
  })
