import type { Readable } from 'node:stream'

/** Where bytes lie. Keys are ours (`aa/uuid`), never a person's file name. */
export interface Files {
  /** Moves a finished temporary file in, durable when it resolves. */
  put: (key: string, temp_path: string, content_type: string) => Promise<void>
  /** A stream of the bytes, with the size in bytes; null when there is no such file. `range` is inclusive. */
  open: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<{ stream: Readable; size: number } | null>
  /** Removing what is not there is no error. */
  remove: (key: string) => Promise<void>
  /** Every key, for the doctor. */
  list: () => AsyncIterable<{ key: string; size: number; modified_at: Date }>
}
