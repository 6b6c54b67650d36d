import { readToken } from '@podmoga/contract/access-token'
import type { UserTokens } from '@podmoga/contract/session'
import { encodeTokens, tokensIn, USER_TOKENS } from '@podmoga/contract/user-tokens'
import { config } from '../config.ts'
import { timeLeft } from './clock.ts'

const NETWORK = 'network'

let lastCookie: string | null = null
let lastTokens: UserTokens | null = null

// The person that this page belongs to: the subject of the first live token, since the page shows and stores their data. A
// token without a subject matches any person.
let owner: string | null = null
let isRenewalOthers = false

const payloadOf = (tokens: UserTokens | null) => (tokens === null ? null : readToken(tokens.access_token))
const liveSubject = (tokens: UserTokens | null): string | null => {
  const payload = payloadOf(tokens)
  return payload !== null && payload.sub !== '' && timeLeft(payload) > 0 ? payload.sub : null
}

/** `sub` of the page's owner; before the first live token, of the stored session. */
export const pageOwner = (): string | null => owner ?? (payloadOf(readSession())?.sub || null)

/** `sub` of the stored session's token, even if expired; empty if there is none. */
export const personHere = (): string => payloadOf(readSession())?.sub ?? ''

/** True if a token's subject is not the page's owner. */
export const isOfOthers = (subject: string): boolean => owner !== null && subject !== '' && subject !== owner

/** True if this browser now has another person's session: the page must not act in their name. */
export const isSomebodyElses = (): boolean => isRenewalOthers || isOfOthers(liveSubject(readSession()) ?? '')

/** Records that the renewable session, according to the server, belongs to another person. */
export const noteSomebodyElse = (): void => {
  isRenewalOthers = true
  notify()
}

/** The current session from the cookie, which other tabs write too. The same cookie returns the same object. */
export const readSession = (): UserTokens | null => {
  const { cookie } = document
  if (cookie === lastCookie) return lastTokens
  lastCookie = cookie
  lastTokens = tokensIn(cookie)
  // Remember the network, for the business's own sign-in page, even if another app wrote the cookie.
  if (lastTokens !== null) rememberNetwork(lastTokens)
  owner ??= liveSubject(lastTokens)
  return lastTokens
}

const attributes = (domain: string): string =>
  `; path=/; samesite=lax${domain === '' ? '' : `; domain=${domain}`}${config.secure ? '; secure' : ''}`

const MONTH_S = 30 * 24 * 3600
const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

export const writeSession = (tokens: UserTokens): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is absent on plain http
  document.cookie = `${USER_TOKENS}=${encodeTokens(tokens)}; max-age=${MONTH_S}${attributes(config.cookie_domain)}`
  rememberNetwork(tokens)
  notify()
}

/**
 * Clears the cookie with its domain and path, and a host-only cookie of the same name. With `isQuiet`, listeners are not
 * notified: the caller leaves the page.
 */
export const clearSession = ({ isQuiet = false } = {}): void => {
  for (const domain of new Set([config.cookie_domain, ''])) {
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is absent on plain http
    document.cookie = `${USER_TOKENS}=; max-age=0${attributes(domain)}`
  }
  if (!isQuiet) notify()
}

/** Subscribes to changes made in this tab, and to others' changes via {@link notifySessionChange}. Returns an unsubscribe. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const notifySessionChange = notify

const rememberNetwork = (tokens: UserTokens): void => {
  try {
    const network = tokens.business?.network
    // Only if it differs: a write goes to disk and notifies every other tab.
    if (network !== undefined && localStorage.getItem(NETWORK) !== network)
      localStorage.setItem(NETWORK, network)
  } catch {
    // Without storage, the business's own sign-in page is not remembered.
  }
}

/** The business's network: from the session, or from the last one on this device. */
export const knownNetwork = (): string | null => {
  const network = readSession()?.business?.network
  if (network !== undefined) return network
  try {
    return localStorage.getItem(NETWORK)
  } catch {
    return null
  }
}
