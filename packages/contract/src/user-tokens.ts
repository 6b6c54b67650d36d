import { UserTokens } from './session.ts'
import { USER_TOKENS } from './user-tokens-name.ts'

export { USER_TOKENS }

/** Cookie value to session; null when it is not one. */
export const decodeTokens = (value: string): UserTokens | null => {
  try {
    const parsed = UserTokens.safeParse(JSON.parse(decodeURIComponent(value)))
    return parsed.success ? parsed.data : null
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
