import { Refusal, refusalText } from '@podmoga/contract/refusals'

/** What a person can do about an error, in one Russian sentence; undefined when "try again" says it all. */
export const explain = (error: unknown): string | undefined => {
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'internal' || error.code === 'unreadable') return undefined
  // Said in English where the page itself has noticed.
  return error.code === 'token_expired' ? refusalText('token_expired') : error.message
}

export const isRefusal = (error: unknown, code: Refusal['code']): boolean =>
  error instanceof Refusal && error.code === code
