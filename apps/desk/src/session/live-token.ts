import { readToken } from '@podmoga/contract/access-token'
import { makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { renewSession } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import { tokensIn } from '@podmoga/contract/user-tokens'
import { config } from '../lib/config.ts'

const AHEAD_MS = 20_000

const storedToken = (): string | null => tokensIn(document.cookie)?.access_token ?? null

/** Whose session this is: the subject of the stored token, even of an old one. */
export const personHere = (): string => readToken(storedToken() ?? '')?.sub ?? ''

const isLive = (token: string | null): token is string =>
  token !== null && (readToken(token)?.exp ?? 0) * 1000 > Date.now() + AHEAD_MS

const ask = makeCall({
  base_url: config.base_url,
  transport: fetchTransport,
  headers: () => ({ 'Accept-Language': 'ru' }),
})

const renewHere = async (stale: string | null): Promise<string> => {
  const stored = storedToken()
  // Another tab was quicker.
  if (stored !== stale && isLive(stored)) return stored
  // The answer sets the cookie too.
  return (await ask(renewSession, {})).access_token
}

let running: Promise<string> | null = null

/** A fresh token instead of `stale`; one request for all tabs, where locks exist. Rejects with a Refusal. */
export const renew = (stale: string | null): Promise<string> => {
  running ??= (
    'locks' in navigator ? navigator.locks.request('auth-renew', () => renewHere(stale)) : renewHere(stale)
  ).finally(() => {
    running = null
  })
  return running
}

/** A token with some life left, renewed when need be. Rejects with a Refusal. */
export const liveToken = async (): Promise<string> => {
  const token = storedToken()
  if (isLive(token)) return token
  try {
    return await renew(token)
  } catch (error) {
    // Good for a few seconds still, or the clock here is wrong: let the server judge.
    if (token !== null && !(error instanceof Refusal && error.status === 401)) return token
    throw error
  }
}
