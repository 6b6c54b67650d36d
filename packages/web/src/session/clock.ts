import type { TokenPayload } from '@podmoga/contract/access-token'

const SKEW_FROM_MS = 30_000
let skew = 0

/** Learns from a token that was issued this very moment how wrong this device's clock is. */
export const learnClock = (payload: TokenPayload): void => {
  if (payload.iat === null) return
  const difference = payload.iat * 1000 - Date.now()
  skew = Math.abs(difference) > SKEW_FROM_MS ? difference : 0
}

/** The moment by the server's clock, as far as this page knows how wrong its own is; in epoch milliseconds. */
export const serverNow = (): number => Date.now() + skew

/** Milliseconds until the token's end; negative when it is over. */
export const timeLeft = (payload: TokenPayload): number => payload.exp * 1000 - serverNow()
