import { Refusal, refusalText } from '@podmoga/contract/refusals'

/** A Russian sentence on what the user can do about an error; undefined if "try again" is enough. */
export const explain = (error: unknown): string | undefined => {
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'internal' || error.code === 'unreadable') return undefined
  // The message is English if the page itself created the refusal.
  return error.code === 'token_expired' ? refusalText('token_expired') : error.message
}

export const isRefusal = (error: unknown, code: Refusal['code']): boolean =>
  error instanceof Refusal && error.code === code
