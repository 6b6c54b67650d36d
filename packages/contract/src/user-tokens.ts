import type { UserTokens } from './session.ts'

/** Name of the cookie that every page of the product reads. */
export const USER_TOKENS = 'user_tokens'

/** Thrown when the cookie value is not a session. */
class Unreadable extends Error {}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new Unreadable()
}
const idOf = (value: unknown): string => (Number.isFinite(value) ? String(value) : textOf(value))

type Loose = Record<string, unknown>

const objectOf = (value: unknown): Loose => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Loose
  throw new Unreadable()
}

/** Absent or null: other sites write null for a missing value. */
const isNone = (value: unknown): value is null | undefined => value === undefined || value === null

const businessOf = (value: unknown): UserTokens['business'] => {
  const { id, name, network } = objectOf(value)
  return {
    ...(!isNone(id) && { id: idOf(id) }),
    ...(!isNone(name) && { name: textOf(name) }),
    // No network, so no header is sent for it.
    ...(!isNone(network) && network !== '' && { network: textOf(network) }),
  }
}

/**
 * Decodes a cookie value into a session; null if it is not one. Checks the schema `UserTokens` by hand, and accepts null for
 * a missing value: every page reads its cookie before the first render, and building the schema would be half of that work.
 */
export const decodeTokens = (value: string): UserTokens | null => {
  try {
    const { access_token, business, id } = objectOf(JSON.parse(decodeURIComponent(value)))
    if (access_token === '') return null
    return {
      access_token: textOf(access_token),
      ...(!isNone(business) && { business: businessOf(business) }),
      ...(!isNone(id) && { id: idOf(id) }),
    }
  } catch {
    return null
  }
}

export const encodeTokens = (tokens: UserTokens): string => encodeURIComponent(JSON.stringify(tokens))

/** Returns the session in a `document.cookie`, which may have both the host's own cookie and one of the parent domain. */
export const tokensIn = (cookies: string): UserTokens | null => {
  for (const pair of cookies.split('; ')) {
    if (!pair.startsWith(`${USER_TOKENS}=`)) continue
    const tokens = decodeTokens(pair.slice(USER_TOKENS.length + 1))
    if (tokens !== null) return tokens
  }
  return null
}
