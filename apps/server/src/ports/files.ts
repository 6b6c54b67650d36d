import type { Readable } from 'node:stream'

/**
 * The file store. Keys are generated (`aa/uuid`), never a person's file name. Every call except `list` has its own deadline. If
 * the store does not respond or fails, calls reject with {@link StoreUnavailable}.
 */
export interface Files {
  /** Moves a finished temporary file into the store, replacing any file with that key. Durable when it resolves. */
  put: (key: string, temp_path: string, content_type: string) => Promise<void>
  /** The size in bytes; null if there is no such file. */
  size: (key: string) => Promise<number | null>
  /**
   * Returns a stream of the bytes and the size of the whole file in bytes; null if there is no such file. `range` is inclusive
   * and must be within the file. The stream fails if the store stops sending.
   */
  open: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<{ stream: Readable; size: number } | null>
  /** Removing a missing file is not an error. */
  remove: (key: string) => Promise<void>
  /** Lists all files, for the doctor. */
  list: () => AsyncIterable<{ key: string; size: number; modified_at: Date }>
  /** Resolves if the store is usable; otherwise rejects with {@link StoreUnavailable} or {@link StoreMisconfigured}. */
  check: () => Promise<void>
}

/** The store could not complete the call; a retry may succeed. The message is a Russian sentence for the operator. */
export class StoreUnavailable extends Error {
  readonly code = 'STORE_UNAVAILABLE'
}

/** A retry will not help: the bucket does not exist or access is denied. */
export class StoreMisconfigured extends StoreUnavailable {}

const KEY = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/

/** Whether a text can be the key of a stored file. */
export const isKey = (key: string): boolean => KEY.test(key)

/** Returns the key, or throws if it is not valid: nothing else may become part of a path. */
export const checkKey = (key: string): string => {
  if (!isKey(key)) throw new Error('Not a key of a stored file.')
  return key
}
