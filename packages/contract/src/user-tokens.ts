import type { UserTokens } from './session.ts'

/** Name of the cookie that every page of the product reads. */
export const USER_TOKENS = 'user_tokens'

/** What is no session after all. */
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

/** Absent: other sites write what they have nothing for as null. */
const isNone = (value: unknown): value is null | undefined => value === undefined || value === null

const businessOf = (value: unknown): UserTokens['business'] => {
  const { id, name, network } = objectOf(value)
  return {
    id: idOf(id),
    ...(!isNone(name) && { name: textOf(name) }),
    // A business without a network sends no header of one.
    ...(!isNone(network) && network !== '' && { network: textOf(network) }),
  }
}

/**
 * Cookie value to session; null when it is not one. The schema `UserTokens` by hand, with null for what is absent: every
 * page reads its cookie before it draws anything, and making the schema would be half of that work.
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

/** The session in a `document.cookie`. A host's own cookie and one of the parent domain may stand side by side. */
export const tokensIn = (cookies: string): UserTokens | null => {
  for (const pair of cookies.split('; ')) {
    if (!pair.startsWith(`${USER_TOKENS}=`)) continue
    const tokens = decodeTokens(pair.slice(USER_TOKENS.length + 1))
    if (tokens !== null) return tokens
  }
  return null
}
