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
  /** The token of this very call; rejects with a Refusal when there is none and none can be had. */
  token: () => Promise<string>
  /** Headers beside the token and the language. */
  headers?: () => Record<string, string>
  onAnswer?: () => void
  /** Told of what is refused in the end, before it is thrown. */
  onRefusal: (refusal: Refusal) => void
}

/** The headers of a call that bears a token. */
export const tokenHeaders = (token: string, others: Record<string, string> = {}): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  'Accept-Language': 'ru',
  ...others,
})

/**
 * The contract's client bound to the session of this browser. A 401 is answered by one renewal and one retry. Rejects
 * with a Refusal; shows nothing itself.
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
      // What is sent begins at once: a page that is being left has no other task.
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
