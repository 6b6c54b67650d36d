import { readToken } from '@podmoga/contract/access-token'
import { Refusal, refusalText } from '@podmoga/contract/refusals'
import { timeLeft } from './clock.ts'
import { renew } from './renew.ts'
import { clearSession, isSomebodyElses, readSession } from './stored-session.ts'

/** Nobody is signed in, or the session cannot be renewed. */
export const expired = () => new Refusal({ code: 'token_expired', message: 'Access token is expired' })
export const offline = () => new Refusal({ code: 'network', message: 'Нет связи с сервером' })
const somebodyElse = () => new Refusal({ code: 'other_person', message: refusalText('other_person') })

interface LiveTokenOptions {
  /** Renew the token this long before it expires; if that fails for now, it is used until it expires. */
  ahead_ms?: number
  /** Whether a session whose cookie is gone may be restored by its renewal cookie. */
  may_return?: boolean
}

/**
 * Returns a live token, renewed if necessary. If that is impossible, clears the session and rejects with a local Refusal
 * (`status` 0).
 */
export const liveToken = async ({
  ahead_ms = 0,
  may_return = false,
}: LiveTokenOptions = {}): Promise<string> => {
  const session = readSession()
  if (session === null && !may_return) throw expired()
  if (isSomebodyElses()) throw somebodyElse()
  const payload = session === null ? null : readToken(session.access_token)
  const left = payload === null ? 0 : timeLeft(payload)
  if (session !== null && left > ahead_ms) return session.access_token
  const isUnreadable = session !== null && payload === null
  const renewal = isUnreadable ? 'over' : await renew(session?.access_token ?? null)
  const fresh = readSession()?.access_token
  if (renewal === 'renewed' && fresh !== undefined) return fresh
  // The cookie may belong to another person by now: do not clear it.
  if (isSomebodyElses()) throw somebodyElse()
  if (session !== null && left > 0) return session.access_token
  if (renewal === 'offline') throw offline()
  clearSession()
  throw expired()
}
