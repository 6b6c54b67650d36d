import type { Readable } from 'node:stream'

/**
 * Where bytes lie. Keys are ours (`aa/uuid`), never a person's file name. Every call but `list` ends within its own
 * deadline; a store that does not answer, or answers with an error of its own, is a {@link StoreUnavailable}.
 */
export interface Files {
  /** Moves a finished temporary file in, in the place of one that has the key; durable when it resolves. */
  put: (key: string, temp_path: string, content_type: string) => Promise<void>
  /** The whole size in bytes; null when there is no such file. */
  size: (key: string) => Promise<number | null>
  /**
   * A stream of the bytes, with the whole size in bytes; null when there is no such file. `range` is inclusive and lies
   * inside the file. The stream breaks off with an error when the store falls silent.
   */
  open: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<{ stream: Readable; size: number } | null>
  /** Removing what is not there is no error. */
  remove: (key: string) => Promise<void>
  /** Every key, for the doctor. */
  list: () => AsyncIterable<{ key: string; size: number; modified_at: Date }>
  /** Resolves when the store would serve; else throws {@link StoreUnavailable}, or {@link StoreMisconfigured}. */
  check: () => Promise<void>
}

/** The store could not do what it was asked for; later it may. Its message is a Russian sentence for the operator. */
export class StoreUnavailable extends Error {
  readonly code = 'STORE_UNAVAILABLE'
}

/** Waiting will not help: there is no such bucket, or it does not let us in. */
export class StoreMisconfigured extends StoreUnavailable {}

const KEY = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/

/** Whether it can be the key of a stored file. */
export const isKey = (key: string): boolean => KEY.test(key)

/** Throws when a key is not one of ours: a path must never be made of anything else. */
export const checkKey = (key: string): string => {
  if (!isKey(key)) throw new Error('Not a key of a stored file.')
  return key
}
