import { readToken } from '@podmoga/contract/access-token'
import { makeCall } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { getPlaces, renewSession, signIn, signOut } from '@podmoga/contract/session'
import { fetchTransport } from '@podmoga/contract/transports'
import { tokensIn, USER_TOKENS } from '@podmoga/contract/user-tokens'
import { config } from '../lib/config.ts'
import type { Places } from './return-to.ts'

export interface FoundPlaces extends Places {
  first_name: string | null
}

const SIGN_OUT_WAIT_MS = 4000

const storedToken = (): string | null => tokensIn(document.cookie)?.access_token ?? null

const ask = makeCall({
  base_url: config.base_url,
  transport: fetchTransport,
  headers: (): Record<string, string> => {
    const token = storedToken()
    return { 'Accept-Language': 'ru', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) }
  },
})

const isLive = (token: string | null): boolean =>
  token !== null && (readToken(token)?.exp ?? 0) * 1000 > Date.now()

const isUnauthorized = (error: unknown): boolean => error instanceof Refusal && error.status === 401

const isOtherPerson = (error: unknown): boolean => error instanceof Refusal && error.code === 'other_person'

/** True when a fresh token is stored. All tabs of the origin wait for one another: the renewal cookie works once. */
const renew = async (stale: string | null): Promise<boolean> => {
  const renewHere = async (): Promise<boolean> => {
    const stored = storedToken()
    if (stored !== stale && isLive(stored)) return true
    try {
      // A session of another person than the one who was here last is nobody's to go on with: let them sign in.
      const subject = stored === null ? undefined : readToken(stored)?.sub
      await ask(renewSession, { body: subject ? { subject } : {} })
      return true
    } catch (error) {
      if (isUnauthorized(error) || isOtherPerson(error)) return false
      throw error
    }
  }
  return 'locks' in navigator ? navigator.locks.request('auth-renew', renewHere) : renewHere()
}

/** Where the signed-in person may go; null when nobody is signed in. Rejects with a Refusal when nobody can tell. */
export const findPlaces = async (signal?: AbortSignal): Promise<FoundPlaces | null> => {
  const token = storedToken()
  if (isLive(token)) {
    try {
      return await ask(getPlaces, {}, { signal })
    } catch (error) {
      if (!isUnauthorized(error)) throw error
    }
  }
  return (await renew(token)) ? ask(getPlaces, {}, { signal }) : null
}

/** Signs in; the server sets both cookies. */
export const enter = (form: { login: string; password: string }): Promise<Places> =>
  ask(signIn, { body: form })

/** Ends the session on the server, as far as it can be reached, in this browser and in the person's other tabs. */
export const leave = async (): Promise<void> => {
  try {
    await ask(signOut, {}, { signal: AbortSignal.timeout(SIGN_OUT_WAIT_MS) })
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof DOMException)) throw error
  }
  for (const domain of new Set([config.cookie_domain, ''])) {
    const place = `path=/; samesite=lax${domain === '' ? '' : `; domain=${domain}`}`
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is absent on plain http
    document.cookie = `${USER_TOKENS}=; max-age=0; ${place}`
  }
  if ('BroadcastChannel' in window) {
    const channel = new BroadcastChannel('session')
    channel.postMessage({ kind: 'signed_out' })
    channel.close()
  }
}
