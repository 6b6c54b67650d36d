import { makeByteReader } from './byte-reader.ts'
import { MalformedMultipart } from './malformed.ts'
import { parsePartHeaders } from './part-headers.ts'

/** One part of a form. `body` must be read to its end before the next part is requested. */
export interface Part {
  name: string
  /** null for a text field. */
  file_name: string | null
  body: AsyncIterable<Buffer>
}

const CLOSING = Buffer.from('--')
const CRLF = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const HEADERS_MAX = 16 * 1024
const PADDING_MAX = 64
const EPILOGUE_MAX = 1024

/** The boundary of a multipart/form-data content type; null if there is none valid by RFC 2046. */
export const boundaryOf = (content_type: string): string | null => {
  const found = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(content_type)
  const boundary = found?.[1] ?? found?.[2] ?? ''
  return /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary) ? boundary : null
}

/**
 * Parses a form part by part as it arrives, holding at most a chunk and one part's headers in memory. Whatever a lenient
 * parser would skip silently is an error: otherwise the request would succeed without the lost part. The iteration ends only
 * when the body does, after its closing boundary.
 * Throws {@link MalformedMultipart}.
 */
export async function* parseMultipart(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const reader = makeByteReader(source)
  const first = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  try {
    if (!(await reader.take(first.length)).equals(first)) throw new MalformedMultipart('no opening boundary')
    while (!(await reader.peek(2)).equals(CLOSING)) {
      if (/[^ \t]/.test((await reader.takeUntil(CRLF, PADDING_MAX)).toString('latin1')))
        throw new MalformedMultipart('bytes after a boundary')
      const headers = parsePartHeaders(await reader.takeUntil(HEADERS_END, HEADERS_MAX))
      let whole = false
      yield {
        ...headers,
        body: (async function* () {
          yield* reader.piecesUntil(delimiter)
          whole = true
        })(),
      }
      if (!whole) throw new Error('a part was not read to its end')
    }
    await reader.skipToEnd(EPILOGUE_MAX)
  } finally {
    await reader.release()
  }
}
