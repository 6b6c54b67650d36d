import { uuid } from '@podmoga/contract/fields/uuid'

/**
 * Idempotency-Keys of one form: the same key while the content is the same (a retry after a lost answer), otherwise a new
 * one.
 */
export const makeSubmitKey = () => {
  let last: { parts: readonly unknown[]; key: string } | null = null
  return {
    /** The key for content made of these parts: strings are compared by value, files by identity. */
    of: (...parts: readonly unknown[]): string => {
      const isSame =
        last?.parts.length === parts.length && last.parts.every((part, at) => Object.is(part, parts[at]))
      if (last === null || !isSame) last = { parts, key: uuid() }
      return last.key
    },
    /** Call after a success: the same content then gets a new key. */
    done: (): void => {
      last = null
    },
  }
}
