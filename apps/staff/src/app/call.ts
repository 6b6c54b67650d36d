import { readToken } from '@podmoga/contract/access-token'
import { type Call, makeCall } from '@podmoga/contract/client'
import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import { Refusal } from '@podmoga/contract/refusals'
import { REFUSAL_TEXTS } from '@podmoga/contract/texts.ru'
import { browserTransport } from '@podmoga/contract/transports'
import { config } from '../lib/config.ts'
import { timeLeft } from '../session/clock.ts'
import { onEntryGiven, onEntryRefused } from '../session/entry.ts'
import { renew } from '../session/renew.ts'
import { clearSession, isSomebodyElses, readSession } from '../session/stored-session.ts'

const expired = () => new Refusal({ code: 'token_expired', message: 'Access token is expired' })
const somebodyElse = () => new Refusal({ code: 'other_person', message: REFUSAL_TEXTS.other_person })
const offline = () => new Refusal({ code: 'network', message: 'Нет связи с сервером' })

/** Whose token it is; empty when that cannot be read. */
export const personOf = (token: string): string => readToken(token)?.sub ?? ''

/** A token that has not run out; renewed when it has and can be. Otherwise the session is cleared and the call refused. */
const liveToken = async (): Promise<string> => {
  const session = readSession()
  if (session === null) throw expired()
  if (isSomebodyElses()) throw somebodyElse()
  const payload = readToken(session.access_token)
  if (payload !== null && timeLeft(payload) > 0) return session.access_token
  const renewal = payload === null ? 'over' : await renew(session.access_token)
  if (renewal === 'offline') throw offline()
  const token = renewal === 'renewed' ? readSession()?.access_token : undefined
  if (token !== undefined) return token
  // The cookie may be theirs by now: it is not this page's to clear.
  if (isSomebodyElses()) throw somebodyElse()
  clearSession()
  throw expired()
}

/**
 * Refused while another person is signed in on this device: what one has written never goes out under the other's name.
 */
const tokenOf = async (person: string): Promise<string> => {
  const token = await liveToken()
  if (personOf(token) !== person) throw expired()
  return token
}

const headersOf = (restaurant: string, token: string): Record<string, string> => {
  const network = readSession()?.business?.network
  return {
    Authorization: `Bearer ${token}`,
    'Accept-Language': 'ru',
    AuthRestaurantId: restaurant,
    ...(network === undefined ? {} : { AuthBusinessNetwork: network }),
  }
}

/** The headers of a call in a restaurant. Rejects with a Refusal when there is no token and none can be had. */
export const placeHeaders = async (restaurant: string): Promise<Record<string, string>> =>
  headersOf(restaurant, await liveToken())

/**
 * The contract's client bound to one person's session and to one restaurant. A 401 is answered by one renewal and one retry;
 * a 401 that stays, or an ended subscription, clears the stored session; any other 403 leads to the authentication
 * site. Rejects with a Refusal; shows nothing itself.
 */
export const makePlaceCall =
  (restaurant: string, person: string): Call =>
  async (declaration, input, options) => {
    let token = ''
    const call = makeCall({
      base_url: config.base_url,
      transport: browserTransport,
      headers: async (_: EndpointDeclaration) => {
        token = await tokenOf(person)
        return headersOf(restaurant, token)
      },
    })
    const attempt = async () => {
      const answer = await call(declaration, input, options)
      onEntryGiven(restaurant)
      return answer
    }
    try {
      return await attempt().catch(async (error: unknown) => {
        const isUnauthorized = error instanceof Refusal && error.status === 401
        if (!isUnauthorized || (await renew(token)) !== 'renewed') throw error
        return attempt()
      })
    } catch (error) {
      if (error instanceof Refusal) {
        const { status, subscription_expired } = error
        if (status === 403)
          onEntryRefused(restaurant, subscription_expired ? 'subscription_expired' : 'forbidden')
        if ((status === 401 && !isSomebodyElses()) || subscription_expired) clearSession()
      }
      throw error
    }
  }
