import { type Call, makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { browserTransport } from '@podmoga/contract/transports'
import { config } from '../lib/config.ts'
import { leaveForSignIn } from '../session/leave.ts'
import { liveToken, renew } from '../session/live-token.ts'

/**
 * The contract's client bound to the session. A 401 is answered by one renewal and one retry; a 401 that stays leads
 * to the authentication site and back. Rejects with a Refusal; shows nothing itself.
 */
export const deskCall: Call = async (declaration, input, options) => {
  let token = ''
  const call = makeCall({
    base_url: config.base_url,
    transport: browserTransport,
    headers: async () => {
      token = await liveToken()
      return { Authorization: `Bearer ${token}`, 'Accept-Language': 'ru' }
    },
  })
  try {
    return await call(declaration, input, options).catch(async (error: unknown) => {
      if (!(error instanceof Refusal && error.status === 401) || token === '') throw error
      await renew(token)
      return call(declaration, input, options)
    })
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) leaveForSignIn()
    throw error
  }
}
