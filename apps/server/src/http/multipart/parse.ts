import { MalformedMultipart } from './malformed.ts'
import { parsePartHeaders } from './part-headers.ts'

/** One part of a form. `body` must be read to its end before the next part is asked for. */
export interface Part {
  name: string
  /** null for a text field. */
  file_name: string | null
  body: AsyncIterable<Buffer>
}

const CRLF = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const HEADERS_MAX = 16 * 1024
const PADDING_MAX = 64
const EPILOGUE_MAX = 1024

/** The boundary of a multipart/form-data content type; null when there is none that RFC 2046 allows. */
export const boundaryOf = (content_type: string): string | null => {
  const found = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(content_type)
  const boundary = found?.[1] ?? found?.[2] ?? ''
  return /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary) ? boundary : null
}

/**
 * Reads a form part by part as it arrives, holding no more than a chunk and a part's headers in memory. Everything
 * that a lenient parser would skip in silence is an error here: a part that vanished would be acknowledged with the
 * rest. The parts end only when the body has, after its closing boundary.
 * Throws {@link MalformedMultipart}.
 */
export async function* parseMultipart(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
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
  const take = (bytes: number): Buffer => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  /** Everything before `mark`, which is taken away too. */
  const takeUntil = async (mark: Buffer, max: number): Promise<Buffer> => {
    let searched = 0
    for (;;) {
      const at = held.indexOf(mark, searched)
      if (at > max || (at === -1 && held.length > max + mark.length))
        throw new MalformedMultipart('headers are too long')
      if (at !== -1) {
        const taken = take(at)
        take(mark.length)
        return taken
      }
      searched = Math.max(0, held.length - mark.length + 1)
      await need(held.length + 1)
    }
  }
  async function* takeBody(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark)
      if (at !== -1) {
        if (at > 0) yield take(at)
        take(mark.length)
        return
      }
      const safe = held.length - mark.length + 1
      if (safe > 0) yield take(safe)
      await need(held.length + 1)
    }
  }

  const first = Buffer.from(`--${boundary}`)
  await need(first.length)
  if (!take(first.length).equals(first)) throw new MalformedMultipart('no opening boundary')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  for (;;) {
    await need(2)
    if (held.subarray(0, 2).toString('latin1') === '--') break
    if (/[^ \t]/.test((await takeUntil(CRLF, PADDING_MAX)).toString('latin1')))
      throw new MalformedMultipart('bytes after a boundary')
    const headers = parsePartHeaders(await takeUntil(HEADERS_END, HEADERS_MAX))
    let whole = false
    const read = takeBody(delimiter)
    yield {
      ...headers,
      body: (async function* () {
        yield* read
        whole = true
      })(),
    }
    if (!whole) throw new Error('a part was not read to its end')
  }
  do {
    if (held.length > EPILOGUE_MAX) throw new MalformedMultipart('bytes after the form')
  } while (await pull())
}
