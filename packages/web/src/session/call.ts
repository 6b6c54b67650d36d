import { type Call, makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { browserTransport } from '@podmoga/contract/transports'
import { config } from '../config.ts'
import { watched } from '../connectivity.ts'
import { yieldToMain } from '../yield-to-main.ts'
import { offline } from './live-token.ts'
import { renew } from './renew.ts'

const transport = watched(browserTransport)

interface SessionCallBinding {
  /** The token for a call; rejects with a Refusal if there is none and it cannot be renewed. */
  token: () => Promise<string>
  /** Additional headers. */
  headers?: () => Record<string, string>
  onAnswer?: () => void
  /** Called with the final refusal, before it is thrown. */
  onRefusal: (refusal: Refusal) => void
}

/** The headers of a call with a token. */
export const tokenHeaders = (token: string, others: Record<string, string> = {}): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  'Accept-Language': 'ru',
  ...others,
})

/**
 * The contract's client bound to the session of this browser. A 401 triggers one renewal and one retry. Rejects with a
 * Refusal; shows nothing itself.
 */
export const makeSessionCall =
  (binding: SessionCallBinding): Call =>
  async (declaration, input, options) => {
    let token = ''
    const call = makeCall({
      base_url: config.base_url,
      transport,
      headers: async () => {
        token = await binding.token()
        return tokenHeaders(token, binding.headers?.())
      },
    })
    const attempt = async () => {
      const answer = await call(declaration, input, options)
      binding.onAnswer?.()
      return answer
    }
    try {
      // Only for reads: a page that is being closed may have no other task in which to send.
      if (declaration.method === 'GET') await yieldToMain()
      return await attempt().catch(async (error: unknown) => {
        if (!(error instanceof Refusal && error.status === 401)) throw error
        const renewal = await renew(token)
        if (renewal === 'offline') throw offline()
        if (renewal === 'over') throw error
        return attempt()
      })
    } catch (error) {
      if (error instanceof Refusal) binding.onRefusal(error)
      throw error
    }
  }
