import { uuid } from '@podmoga/contract/fields/uuid'

/**
 * Idempotency-Keys of one form: the same for as long as the same is sent (an answer may have been lost), another for
 * anything else.
 */
export const makeSubmitKey = () => {
  let last: { parts: readonly unknown[]; key: string } | null = null
  return {
    /** The key for what is made of these parts: texts by their letters, files by being the very same. */
    of: (...parts: readonly unknown[]): string => {
      const isSame =
        last?.parts.length === parts.length && last.parts.every((part, at) => Object.is(part, parts[at]))
      if (last === null || !isSame) last = { parts, key: uuid() }
      return last.key
    },
    /** It is done: the same once more is another. */
    done: (): void => {
      last = null
    },
  }
}
