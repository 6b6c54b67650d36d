export interface TokenPayload {
  /** Who. */
  sub: string
  /** Seconds since 1970. */
  exp: number
  iat: number | null
}

const textOf = (base64url: string): string => {
  const binary = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
}

/** The payload of a JWT, unverified (that is the server's work); null when it cannot be read or has no expiry. */
export const readToken = (token: string): TokenPayload | null => {
  try {
    const payload = JSON.parse(textOf(token.split('.')[1] ?? '')) as Record<string, unknown>
    const { sub, exp, iat } = payload
    if (typeof exp !== 'number' || !Number.isFinite(exp)) return null
    return {
      sub: typeof sub === 'string' || typeof sub === 'number' ? String(sub) : '',
      exp,
      iat: typeof iat === 'number' && Number.isFinite(iat) ? iat : null,
    }
  } catch {
    return null
  }
}

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
