import { Refusal } from '@podmoga/contract/refusals'
import { explain } from '../explain.ts'
import type { makeSubmitKey } from '../submit-key.ts'
import type { Errors } from '../use-form.ts'

export const TRY_AGAIN = 'Не получилось. Попробуйте ещё раз.'

/** An answer that says `ok: false`: a refusal in the words of a call that knows no other way to refuse. */
export class NotDone extends Error {
  constructor(words: string | null | undefined) {
    super(words ?? '')
    this.name = 'NotDone'
  }
}

/** How a refusal of a submit is told. */
export interface Telling {
  /** Said where a refusal explains nothing. */
  failed?: string | undefined
  /** Hears what is wrong with the fields; without it the first of them is the problem. */
  onFields?: (errors: Errors) => void
  /** Hears of every refusal, after it was told, and in which words. */
  onRefused?: (error: unknown, words: string) => void
}

/** What a submit does: it is handed its Idempotency-Key. */
export type Work<T> = (key: string) => Promise<T>

interface Attempt {
  work: Work<unknown>
  /** What makes this submit another one than the last: its texts and files. */
  of: readonly unknown[]
}

/** Does the work under the key of its content, the same until it is done. Rejects with {@link NotDone} on `ok: false`. */
export const attempt = async (
  keys: ReturnType<typeof makeSubmitKey>,
  { work, of }: Attempt,
): Promise<unknown> => {
  const answer = await work(keys.of(...of))
  const { ok, error } = (answer ?? {}) as { ok?: unknown; error?: string | null }
  if (ok === false) throw new NotDone(error)
  keys.done()
  return answer
}

/** What a refusal says: of its first wrong field, and of itself. */
export const wordsOf = (error: unknown): { ofField: string | undefined; own: string | undefined } => {
  if (error instanceof NotDone) return { ofField: undefined, own: error.message || undefined }
  const [ofField] = error instanceof Refusal ? Object.values(error.fields) : []
  return { ofField, own: explain(error) }
}

/** Tells a refusal as it was asked to; returns what is left to be told by the form, null when its fields say it. */
export const tell = (error: unknown, { onFields, onRefused, failed = TRY_AGAIN }: Telling): string | null => {
  const { ofField, own } = wordsOf(error)
  const words = ofField ?? own ?? failed
  const isOfFields = ofField !== undefined && onFields !== undefined
  if (isOfFields && error instanceof Refusal) onFields(error.fields)
  onRefused?.(error, words)
  // What neither the server nor the browser refuses is a fault of ours.
  const isExpected = [Refusal, NotDone, DOMException].some((kind) => error instanceof kind)
  if (!isExpected) reportError(error)
  return isOfFields ? null : words
}

/** Lets one through at a time, or one of each name: whoever presses twice has pressed once. */
export const makeGuard = () => {
  const busy = new Set<string>()
  return async <T>(work: () => Promise<T>, name = ''): Promise<T | null> => {
    if (busy.has(name)) return null
    busy.add(name)
    try {
      return await work()
    } finally {
      busy.delete(name)
    }
  }
}
