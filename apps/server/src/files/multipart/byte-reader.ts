import { MalformedMultipart } from './malformed.ts'

/** Reads a stream by byte counts and delimiters, buffering little more than one chunk. */
export interface ByteReader {
  /** The next bytes, without consuming them. */
  peek: (bytes: number) => Promise<Buffer>
  take: (bytes: number) => Promise<Buffer>
  /** The bytes before `mark`, at most `max`; consumes `mark` too. */
  takeUntil: (mark: Buffer, max: number) => Promise<Buffer>
  /** The same in chunks of any length, without a limit. */
  piecesUntil: (mark: Buffer) => AsyncGenerator<Buffer>
  /** Discards the rest of the stream, at most `max` bytes. */
  skipToEnd: (max: number) => Promise<void>
  /** Releases the stream, which others may go on reading. */
  release: () => Promise<void>
}

/** Throws {@link MalformedMultipart} when the stream ends early or a limit is passed. */
export const makeByteReader = (source: AsyncIterable<Buffer>): ByteReader => {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  const pull = async (): Promise<boolean> => {
    const next = await chunks.next()
    if (next.done === true) return false
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    return true
  }
  const need = async (bytes: number): Promise<void> => {
    while (held.length < bytes) if (!(await pull())) throw new MalformedMultipart('the body ended early')
  }
  const cut = (bytes: number): Buffer => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }

  return {
    peek: async (bytes) => {
      await need(bytes)
      return held.subarray(0, bytes)
    },
    take: async (bytes) => {
      await need(bytes)
      return cut(bytes)
    },
    takeUntil: async (mark, max) => {
      for (let searched = 0; ; ) {
        const at = held.indexOf(mark, searched)
        if (at > max || (at === -1 && held.length > max + mark.length))
          throw new MalformedMultipart('headers are too long')
        if (at !== -1) {
          const taken = cut(at)
          cut(mark.length)
          return taken
        }
        searched = Math.max(0, held.length - mark.length + 1)
        await need(held.length + 1)
      }
    },
    piecesUntil: async function* (mark) {
      for (;;) {
        const at = held.indexOf(mark)
        if (at !== -1) {
          if (at > 0) yield cut(at)
          cut(mark.length)
          return
        }
        // The last bytes may be the beginning of the mark.
        const safe = held.length - mark.length + 1
        if (safe > 0) yield cut(safe)
        await need(held.length + 1)
      }
    },
    skipToEnd: async (max) => {
      do {
        if (held.length > max) throw new MalformedMultipart('bytes after the form')
      } while (await pull())
    },
    release: async () => {
      await chunks.return?.()
    },
  }
}
