import { readToken } from '@podmoga/contract/access-token'
import { makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { renewSession } from '@podmoga/contract/session'
import { REFUSAL_TEXTS } from '@podmoga/contract/texts.ru'
import { fetchTransport } from '@podmoga/contract/transports'
import { tokensIn } from '@podmoga/contract/user-tokens'
import { config } from '../lib/config.ts'

const AHEAD_MS = 20_000

const storedToken = (): string | null => tokensIn(document.cookie)?.access_token ?? null

// Whom this page was opened for: the subject of the first live token. A token without a subject is anybody's.
let owner = ''
let isOthers = false
const listeners = new Set<() => void>()

/** True when this browser is somebody else's session by now: this page must do nothing in their name. */
export const isSomebodyElses = (): boolean => isOthers
export const onSomebodyElse = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const somebodyElse = (): Refusal => {
  isOthers = true
  for (const listener of listeners) listener()
  return new Refusal({ code: 'other_person', status: 409, message: REFUSAL_TEXTS.other_person })
}

const checkOwner = (): void => {
  const token = storedToken()
  const person = isLive(token) ? personHere() : ''
  owner ||= person
  if (isOthers || (person !== '' && person !== owner)) throw somebodyElse()
}

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
  checkOwner()
  const stored = storedToken()
  // Another tab was quicker.
  if (stored !== stale && isLive(stored)) return stored
  const subject = owner || personHere()
  try {
    // The answer sets the cookie too.
    const { access_token } = await ask(renewSession, { body: subject === '' ? {} : { subject } })
    checkOwner()
    return access_token
  } catch (error) {
    throw error instanceof Refusal && error.code === 'other_person' ? somebodyElse() : error
  }
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
  checkOwner()
  const token = storedToken()
  if (isLive(token)) return token
  try {
    return await renew(token)
  } catch (error) {
    // Good for a few seconds still, or the clock here is wrong: let the server judge.
    const isFinal = error instanceof Refusal && (error.status === 401 || error.code === 'other_person')
    if (token !== null && !isFinal) return token
    throw error
  }
}
