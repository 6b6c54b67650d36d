import { Refusal } from '@podmoga/contract/refusals'

/** What a person can do about an error, in one Russian sentence; undefined when "try again" says it all. */
export const explain = (error: unknown): string | undefined =>
  error instanceof Refusal && error.code !== 'internal' && error.code !== 'unreadable'
    ? error.message
    : undefined
