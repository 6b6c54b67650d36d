import { Refusal } from '@podmoga/contract/refusals'

/** What a person can do about an error, in one Russian sentence; null when "try again" says it all. */
export const explain = (error: unknown): string | null => {
  if (!(error instanceof Refusal)) return null
  if (error.code === 'internal' || error.code === 'unreadable') return null
  if (error.code === 'token_expired') return 'Время входа истекло. Войдите ещё раз.'
  return error.message
}

export const isRefusal = (error: unknown, code: Refusal['code']): boolean =>
  error instanceof Refusal && error.code === code
