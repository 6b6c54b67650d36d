import { readToken } from '@podmoga/contract/access-token'
import { listUnread } from '@podmoga/contract/notifications'
import { Refusal } from '@podmoga/contract/refusals'
import { getPlaces, renewSession, signIn } from '@podmoga/contract/session'
import { withRenewalLock } from '@podmoga/web/locks'
import { ask } from '@podmoga/web/session/ask'
import { readSession } from '@podmoga/web/session/stored-session'
import type { Memberships } from './return-to.ts'

export interface FoundMemberships extends Memberships {
  first_name: string | null
}

const storedToken = (): string | null => readSession()?.access_token ?? null

const isLive = (token: string | null): boolean =>
  token !== null && (readToken(token)?.exp ?? 0) * 1000 > Date.now()

const isUnauthorized = (error: unknown): boolean => error instanceof Refusal && error.status === 401

const isOtherPerson = (error: unknown): boolean => error instanceof Refusal && error.code === 'other_person'

/** Returns true when a fresh token is stored. Runs under a lock across all tabs of the origin: the renewal cookie works once. */
const renew = async (stale: string | null): Promise<boolean> => {
  const renewHere = async (): Promise<boolean> => {
    const stored = storedToken()
    if (stored !== stale && isLive(stored)) return true
    try {
      // A session of another user than the last one here is not continued: they have to sign in.
      const subject = stored === null ? undefined : readToken(stored)?.sub
      await ask(renewSession, { body: subject ? { subject } : {} })
      return true
    } catch (error) {
      if (isUnauthorized(error) || isOtherPerson(error)) return false
      throw error
    }
  }
  return withRenewalLock(renewHere)
}

/** The signed-in user's memberships; null when nobody is signed in. Rejects with a Refusal when the server cannot be asked. */
export const findMemberships = async (signal?: AbortSignal): Promise<FoundMemberships | null> => {
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

/**
 * Signs in; the server sets both cookies. Waits for a renewal under way, because one that fails deletes the cookies of the
 * current session.
 */
export const enter = (form: { login: string; password: string; code?: string }): Promise<Memberships> =>
  withRenewalLock(() => ask(signIn, { body: form }))

/** Unread replies by restaurant; empty if the call fails. */
export const findUnread = async (signal: AbortSignal): Promise<ReadonlyMap<string, number>> => {
  try {
    const { restaurants } = await ask(listUnread, {}, { signal })
    return new Map(restaurants.map(({ id, unread }) => [id, unread]))
  } catch {
    return new Map()
  }
}
