import type { TokenPayload } from '@podmoga/contract/access-token'

const SKEW_FROM_MS = 30_000
let skew = 0

/** Learns from a token that was issued this very moment how wrong this device's clock is. */
export const learnClock = (payload: TokenPayload): void => {
  if (payload.iat === null) return
  const difference = payload.iat * 1000 - Date.now()
  skew = Math.abs(difference) > SKEW_FROM_MS ? difference : 0
}

/** Milliseconds until the token's end; negative when it is over. */
export const timeLeft = (payload: TokenPayload): number => payload.exp * 1000 - (Date.now() + skew)
