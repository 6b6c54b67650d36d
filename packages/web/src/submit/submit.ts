import { Refusal } from '@podmoga/contract/refusals'
import { explain } from '../explain.ts'
import type { makeSubmitKey } from '../submit-key.ts'
import type { Errors } from '../use-form.ts'

export const TRY_AGAIN = 'Не получилось. Попробуйте ещё раз.'

/** An answer with `ok: false`: the way in which some calls report a refusal, with its own text. */
export class NotDone extends Error {
  constructor(words: string | null | undefined) {
    super(words ?? '')
    this.name = 'NotDone'
  }
}

/** How to report a refused submit. */
export interface Reporting {
  /** The text if the refusal has no explanation. */
  failed?: string | undefined
  /** Receives the errors of fields; without it, the first of them is shown as the problem. */
  onFields?: (errors: Errors) => void
  /** Called for every refusal with the text shown. */
  onRefused?: (error: unknown, words: string) => void
}

/** The work of a submit; receives its Idempotency-Key. */
export type Work<T> = (key: string) => Promise<T>

interface Attempt {
  work: Work<unknown>
  /** The content that identifies the submit: its texts and files. */
  of: readonly unknown[]
}

/** Runs the work with a key that is reused for the same content until a success. Rejects with {@link NotDone} on `ok: false`. */
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

/** The texts of a refusal: of its first invalid field, and its own. */
export const textsOf = (error: unknown): { ofField: string | undefined; own: string | undefined } => {
  if (error instanceof NotDone) return { ofField: undefined, own: error.message || undefined }
  const [ofField] = error instanceof Refusal ? Object.values(error.fields) : []
  return { ofField, own: explain(error) }
}

/** Reports a refusal as configured; returns the text for the form to show, null if its fields show the errors. */
export const report = (
  error: unknown,
  { onFields, onRefused, failed = TRY_AGAIN }: Reporting,
): string | null => {
  const { ofField, own } = textsOf(error)
  const words = ofField ?? own ?? failed
  const isOfFields = ofField !== undefined && onFields !== undefined
  if (isOfFields && error instanceof Refusal) onFields(error.fields)
  onRefused?.(error, words)
  // Any other error is a bug of ours.
  const isExpected = [Refusal, NotDone, DOMException].some((kind) => error instanceof kind)
  if (!isExpected) reportError(error)
  return isOfFields ? null : words
}

/** Runs one work at a time, or one per name: a second press while it runs is ignored, and returns null. */
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
