import { readToken } from '@podmoga/contract/access-token'
import { makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { renewSession } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import { config } from '../config.ts'
import { isOnline, watched } from '../connectivity.ts'
import { withRenewalLock } from '../locks.ts'
import { learnClock, timeLeft } from './clock.ts'
import {
  isOfOthers,
  isSomebodyElses,
  noteSomebodyElse,
  pageOwner,
  readSession,
  writeSession,
} from './stored-session.ts'

/** `renewed`: a fresh token is stored · `over`: the session cannot be renewed · `offline`: unknown for now. */
export type Renewal = 'renewed' | 'over' | 'offline'

const ask = makeCall({
  base_url: config.base_url,
  transport: watched(fetchTransport),
  headers: () => ({ 'Accept-Language': 'ru' }),
})

// Set if the backend does not support renewal: it is asked only once per page.
let isAbsent = false

/** A server on another origin may not support renewal: then the request fails like a network error. */
const isOurServer = (): boolean => new URL(config.base_url, location.origin).origin === location.origin

const isPassing = ({ code, status }: Refusal): boolean =>
  code === 'unavailable' ||
  code === 'too_often' ||
  (code === 'network' && (isOurServer() || !isOnline())) ||
  // A temporary error of our server or its proxy does not end the session. Another backend may return 5xx for an unknown call.
  (status >= 500 && status !== 501 && isOurServer())

const renewHere = async (stale: string | null): Promise<Renewal> => {
  const before = readSession()
  if ((before === null && stale !== null) || isSomebodyElses()) return 'over'
  const payload = before === null ? null : readToken(before.access_token)
  // Another tab has already renewed it.
  if (before?.access_token !== stale && payload !== null && timeLeft(payload) > 0) return 'renewed'
  if (isAbsent) return 'over'
  try {
    const subject = pageOwner()
    const { access_token } = await ask(renewSession, { body: subject === null ? {} : { subject } })
    const fresh = readToken(access_token)
    if (fresh === null) return 'over'
    if (isOfOthers(fresh.sub)) {
      noteSomebodyElse()
      return 'over'
    }
    learnClock(fresh)
    // Read again: the restaurant may have changed meanwhile, or the person signed out.
    const now = readSession()
    if (now === null) return 'over'
    writeSession({ ...now, access_token })
    return 'renewed'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (isPassing(error)) return 'offline'
    if (error.code === 'other_person') noteSomebodyElse()
    else if (error.code !== 'unauthorized') isAbsent = true
    return 'over'
  }
}

let running: Promise<Renewal> | null = null

/**
 * Renews the access token unless `stale` has already been replaced; null if only the renewal cookie may exist. One request
 * for all tabs if the browser has Web Locks.
 */
export const renew = (stale: string | null): Promise<Renewal> => {
  running ??= withRenewalLock(() => renewHere(stale)).finally(() => {
    running = null
  })
  return running
}

const AHEAD_MS = 60_000

/** Milliseconds until a token should be renewed: a minute before it expires, or half of the time left if that is short. */
export const renewalDelay = (token: string): number | null => {
  const payload = readToken(token)
  if (payload === null || isAbsent) return null
  const left = timeLeft(payload)
  return Math.max(0, left > 2 * AHEAD_MS ? left - AHEAD_MS : left / 2)
}
