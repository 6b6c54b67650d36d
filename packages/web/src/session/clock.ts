import type { TokenPayload } from '@podmoga/contract/access-token'

const SKEW_FROM_MS = 30_000
let skew = 0

/** Measures the skew of this device's clock from a token issued just now. */
export const learnClock = (payload: TokenPayload): void => {
  if (payload.iat === null) return
  const difference = payload.iat * 1000 - Date.now()
  skew = Math.abs(difference) > SKEW_FROM_MS ? difference : 0
}

/** The server's time in epoch milliseconds, corrected by the known clock skew. */
export const serverNow = (): number => Date.now() + skew

/** Milliseconds until the token expires; negative if it has expired. */
export const timeLeft = (payload: TokenPayload): number => payload.exp * 1000 - serverNow()
