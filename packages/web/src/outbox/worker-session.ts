import { readToken } from '@podmoga/contract/access-token'
import type { UserTokens } from '@podmoga/contract/session'
import { decodeTokens, encodeTokens, USER_TOKENS } from '@podmoga/contract/user-tokens'
import { withRenewalLock } from '../locks.ts'
import { type Renewal, renewalOf } from './recorded-request.shapes.ts'
import type { OutboxStore } from './store.ts'

/** The Cookie Store, which workers have instead of `document.cookie` in browsers with Background Sync. */
export interface CookieStoreLike {
  getAll: (name: string) => Promise<{ value?: string }[]>
  set: (cookie: Record<string, unknown>) => Promise<void>
}

const MONTH_MS = 30 * 24 * 3600_000

/** Reads the session from the pages' cookie, the only place where it is stored. */
const readTokens = async (cookies: CookieStoreLike): Promise<UserTokens | null> => {
  for (const { value = '' } of await cookies.getAll(USER_TOKENS)) {
    const tokens = decodeTokens(value)
    if (tokens !== null) return tokens
  }
  return null
}

const subjectOf = (tokens: UserTokens | null): string =>
  tokens === null ? '' : (readToken(tokens.access_token)?.sub ?? '')

/**
 * `over`: nobody or another person is signed in, or the session has ended: the page must deal with the waiting items.
 * `passing`: a temporary failure.
 */
export type Renewed = UserTokens | 'over' | 'passing'

const ask = async ({ renewal }: Renewal): Promise<string | 'over' | 'passing'> => {
  const { url, headers, body } = renewal
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    cache: 'no-store',
    credentials: 'include',
    redirect: 'error',
  }).catch(() => null)
  if (answer === null || answer.status === 429 || answer.status >= 500) return 'passing'
  if (answer.status !== 200) return 'over'
  const { access_token } = (await answer.json().catch(() => ({}))) as { access_token?: unknown }
  return typeof access_token === 'string' ? access_token : 'over'
}

/** The id of the person signed in on this device, from the cookie; empty if nobody is. */
export const personIn = async (cookies: CookieStoreLike): Promise<string> =>
  subjectOf(await readTokens(cookies))

/**
 * Returns a live session of `person`. Renews it if needed, under the lock that all pages use for renewals, and only for this
 * person; writes it back only if the cookie is still theirs.
 */
export const liveTokens = (
  person: string,
  { store, cookies }: { store: OutboxStore; cookies: CookieStoreLike },
  stale: string | null,
): Promise<Renewed> =>
  withRenewalLock(async () => {
    const before = await readTokens(cookies)
    if (before === null || subjectOf(before) !== person) return 'over'
    const { exp = 0 } = readToken(before.access_token) ?? {}
    if (before.access_token !== stale && exp * 1000 > Date.now()) return before
    const way = await store.db.get<Renewal>('renewals', renewalOf(person))
    if (way === null) return 'over'
    const fresh = await ask(way)
    if (fresh === 'over' || fresh === 'passing') return fresh
    // The person may have signed out meanwhile, or another one signed in.
    const now = await readTokens(cookies)
    if (now === null || subjectOf(now) !== person || readToken(fresh)?.sub !== person) return 'over'
    const tokens = { ...now, access_token: fresh }
    await cookies.set({
      name: USER_TOKENS,
      value: encodeTokens(tokens),
      path: '/',
      sameSite: 'lax',
      expires: Date.now() + MONTH_MS,
      ...(way.cookie_domain !== '' && { domain: way.cookie_domain }),
    })
    return tokens
  })
