import type { Readable } from 'node:stream'

/** Where bytes lie. Keys are ours (`aa/uuid`), never a person's file name. */
export interface Files {
  /** Moves a finished temporary file in, durable when it resolves; the temporary file is then gone. */
  put: (key: string, temp_path: string, content_type: string) => Promise<void>
  /** The whole size in bytes; null when there is no such file. */
  size: (key: string) => Promise<number | null>
  /**
   * A stream of the bytes, with the whole size in bytes; null when there is no such file. `range` is inclusive and lies
   * inside the file.
   */
  open: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<{ stream: Readable; size: number } | null>
  /** Removing what is not there is no error. */
  remove: (key: string) => Promise<void>
  /** Every key, for the doctor. */
  list: () => AsyncIterable<{ key: string; size: number; modified_at: Date }>
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/

/** Throws when a key is not one of ours: a path must never be made of anything else. */
export const checkKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('Not a key of a stored file.')
  return key
}
