/** The parts of an access token that a page reads. */
export interface TokenPayload {
  /** The id of the person. */
  sub: string
  /** Seconds since 1970. */
  exp: number
  iat: number | null
}

const textOf = (base64url: string): string => {
  const binary = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
}

/** Returns the payload of a JWT, unverified (the server verifies it); null if it cannot be read or has no expiry. */
export const readToken = (token: string): TokenPayload | null => {
  try {
    const { sub, exp, iat } = JSON.parse(textOf(token.split('.')[1] ?? '')) as Record<string, unknown>
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
