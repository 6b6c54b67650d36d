import { readToken } from '@podmoga/contract/access-token'
import type { UserTokens } from '@podmoga/contract/session'
import { encodeTokens, tokensIn, USER_TOKENS } from '@podmoga/contract/user-tokens'
import { config } from '../config.ts'
import { timeLeft } from './clock.ts'

const NETWORK = 'network'

let lastCookie: string | null = null
let lastTokens: UserTokens | null = null

// Whom this page was opened for: the subject of the first live token, for it shows and keeps what is theirs. A token
// without a subject is anybody's.
let owner: string | null = null
let isRenewalOthers = false

const payloadOf = (tokens: UserTokens | null) => (tokens === null ? null : readToken(tokens.access_token))
const liveSubject = (tokens: UserTokens | null): string | null => {
  const payload = payloadOf(tokens)
  return payload !== null && payload.sub !== '' && timeLeft(payload) > 0 ? payload.sub : null
}

/** `sub` of the person this page was opened for; before its first live token, of the one who was here last. */
export const pageOwner = (): string | null => owner ?? (payloadOf(readSession())?.sub || null)

/** Whose session is stored: the subject of its token, even of an old one; empty without one. */
export const personHere = (): string => payloadOf(readSession())?.sub ?? ''

/** True when a token is of somebody else than the person this page was opened for. */
export const isOfOthers = (subject: string): boolean => owner !== null && subject !== '' && subject !== owner

/** True when this browser holds somebody else's session by now: this page must do nothing in their name. */
export const isSomebodyElses = (): boolean => isRenewalOthers || isOfOthers(liveSubject(readSession()) ?? '')

/** The server has said that the session which could be renewed is another person's. */
export const noteSomebodyElse = (): void => {
  isRenewalOthers = true
  tell()
}

/** The stored session as the cookie has it now (other tabs write it too). The same cookie gives the same object. */
export const readSession = (): UserTokens | null => {
  const { cookie } = document
  if (cookie === lastCookie) return lastTokens
  lastCookie = cookie
  lastTokens = tokensIn(cookie)
  // Whoever wrote it, and whatever becomes of its token: the way to the business's own sign-in stays known.
  if (lastTokens !== null) rememberNetwork(lastTokens)
  owner ??= liveSubject(lastTokens)
  return lastTokens
}

const attributes = (domain: string): string =>
  `; path=/; samesite=lax${domain === '' ? '' : `; domain=${domain}`}${config.secure ? '; secure' : ''}`

const MONTH_S = 30 * 24 * 3600
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

export const writeSession = (tokens: UserTokens): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is absent on plain http
  document.cookie = `${USER_TOKENS}=${encodeTokens(tokens)}; max-age=${MONTH_S}${attributes(config.cookie_domain)}`
  rememberNetwork(tokens)
  tell()
}

/**
 * Clears the cookie with the same domain and path it was set with, and a host's own one beside it. A quiet clearing
 * tells nobody: the page goes away by itself.
 */
export const clearSession = ({ isQuiet = false } = {}): void => {
  for (const domain of new Set([config.cookie_domain, ''])) {
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is absent on plain http
    document.cookie = `${USER_TOKENS}=; max-age=0${attributes(domain)}`
  }
  if (!isQuiet) tell()
}

/** Told after every change made in this tab, and by {@link notificationSession} after others' changes. */
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const notificationSession = tell

const rememberNetwork = (tokens: UserTokens): void => {
  try {
    const network = tokens.business?.network
    // Written to the disk, and told to every other tab: only when it is another.
    if (network !== undefined && localStorage.getItem(NETWORK) !== network)
      localStorage.setItem(NETWORK, network)
  } catch {
    // A browser that refuses storage only loses the short way to its sign-in.
  }
}

/** The business's network: of the session, or of the last one on this device. */
export const knownNetwork = (): string | null => {
  const network = readSession()?.business?.network
  if (network !== undefined) return network
  try {
    return localStorage.getItem(NETWORK)
  } catch {
    return null
  }
}
