import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../ports/clock.ts'

const MINUTE_MS = 60_000
/** Older keys are refreshed in the background. */
const FRESH_MS = 5 * MINUTE_MS
/** Older keys are not used: a key withdrawn by its provider stops working after this time. */
const KEPT_MS = 10 * MINUTE_MS
const AGAIN_MS = 30_000

/**
 * The keys of an outside provider, at most ten minutes old. Rejects with the errors of `jose` if all keys are older and
 * the provider does not answer.
 */
export const makeOutsideKeys = (url: string, clock: Clock): JWTVerifyGetKey => {
  const remote = createRemoteJWKSet(new URL(url), { cacheMaxAge: Number.POSITIVE_INFINITY })
  let fetched_at: number | null = null
  let asked_at = 0

  const since = (moment: number): number => Math.abs(clock.steady().getTime() - moment)
  const reload = async (): Promise<void> => {
    const now = clock.steady().getTime()
    asked_at = now
    await remote.reload()
    fetched_at = now
  }

  return async (header, token) => {
    const age = fetched_at === null ? Number.POSITIVE_INFINITY : since(fetched_at)
    if (age > KEPT_MS) await reload()
    // A failed refresh is retried soon; until then the cached keys are used.
    else if (age > FRESH_MS && since(asked_at) > AGAIN_MS) reload().catch(() => undefined)
    return remote(header, token)
  }
}
