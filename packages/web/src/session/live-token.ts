import { readToken } from '@podmoga/contract/access-token'
import { Refusal, refusalText } from '@podmoga/contract/refusals'
import { timeLeft } from './clock.ts'
import { renew } from './renew.ts'
import { clearSession, isSomebodyElses, readSession } from './stored-session.ts'

/** Nobody is signed in, or the session cannot be renewed any more. */
export const expired = () => new Refusal({ code: 'token_expired', message: 'Access token is expired' })
export const offline = () => new Refusal({ code: 'network', message: 'Нет связи с сервером' })
const somebodyElse = () => new Refusal({ code: 'other_person', message: refusalText('other_person') })

interface LiveTokenOptions {
  /** The token is renewed so long before its end; it stays good for that long when that cannot be done just now. */
  ahead_ms?: number
  /** Whether a session whose own cookie is gone may come back by its renewal cookie. */
  may_return?: boolean
}

/**
 * A token that has not run out; renewed when it has and can be. Otherwise the session is cleared and the call refused:
 * rejects with a Refusal that was never on the wire (`status` 0).
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
  // The cookie may be theirs by now: it is not this page's to clear.
  if (isSomebodyElses()) throw somebodyElse()
  if (session !== null && left > 0) return session.access_token
  if (renewal === 'offline') throw offline()
  clearSession()
  throw expired()
}
