import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BUCKET = 'podmoga'
const PAGE = 3

/** Error statuses and codes. The code is in the body, which a response to a HEAD does not have. */
const REFUSALS = {
  'no bucket': [404, 'NoSuchBucket'],
  403: [403, 'AccessDenied'],
  'no key': [403, 'InvalidAccessKeyId'],
  'no secret': [403, 'SignatureDoesNotMatch'],
  region: [301, 'PermanentRedirect'],
  500: [500, 'InternalError'],
} as const

/** How the store fails: it never responds, refuses, or is not an S3 store. */
export type S3Fault = 'hangs' | 'no store' | keyof typeof REFUSALS

const TOLERATED_MS = 15 * 60_000

/** Parses 20261127T195500Z, the format of the signature. */
const sentAt = (request: IncomingMessage): number =>
  Date.parse(String(request.headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

/**
 * A fake S3 server with the operations that the store uses: path style, listings in short pages. Requires a version 4 signature
 * but does not verify it. `faults` makes single methods fail.
 */
export const startTestS3 = async (host = '127.0.0.1') => {
  const objects = new Map<string, { bytes: Buffer; type: string; at: Date }>()
  const waiting: string[] = []
  const faults = new Map<string, S3Fault>()
  const clock = { ahead_ms: 0 }
  const server = createServer((request, answer) => {
    serve(request, answer).catch((error: unknown) => answer.destroy(error as Error))
  })

  const serve = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname.slice(BUCKET.length + 2))
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true
    if (!signed || !url.pathname.startsWith(`/${BUCKET}`)) return void answer.writeHead(403).end()
    const fault = faults.get(request.method ?? '') ?? faults.get('*')
    if (fault === 'hangs') return void waiting.push(`${request.method} ${url.pathname}`)
    const refuse = ([status, code]: readonly [number, string]) => {
      request.resume()
      answer
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>-</Message></Error>`)
    }
    if (fault === 'no store') return void answer.writeHead(404, { 'content-type': 'text/html' }).end('-')
    if (fault !== undefined) return refuse(REFUSALS[fault])
    if (clock.ahead_ms !== 0) {
      const now = Date.now() + clock.ahead_ms
      answer.setHeader('date', new Date(now).toUTCString())
      if (Math.abs(sentAt(request) - now) > TOLERATED_MS) return refuse([403, 'RequestTimeTooSkewed'])
    }
    if (request.method === 'PUT') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      objects.set(key, {
        bytes: Buffer.concat(chunks),
        type: request.headers['content-type'] ?? '',
        at: new Date(),
      })
      return void answer.writeHead(200, { etag: '"x"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void answer.writeHead(204).end()
    }
    if (key === '') return void answer.writeHead(200, { 'content-type': 'application/xml' }).end(listing(url))
    const found = objects.get(key)
    if (found === undefined)
      return void answer
        .writeHead(404, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code><Message>-</Message></Error>')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1)
    answer.writeHead(from === undefined ? 200 : 206, {
      'content-length': bytes.length,
      'content-type': found.type,
      ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${found.bytes.length}` }),
    })
    answer.end(request.method === 'HEAD' ? undefined : bytes)
  }

  const listing = (url: URL): string => {
    const after = url.searchParams.get('continuation-token') ?? ''
    const prefix = url.searchParams.get('prefix') ?? ''
    const rest = [...objects]
      .filter(([key]) => key > after && key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const page = rest.slice(0, PAGE)
    const more = rest.length > PAGE
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
      more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
    }${page
      .map(
        ([key, { bytes, at }]) =>
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`,
      )
      .join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    /** By method, or `*` for all of them. */
    faults,
    /** The server's clock: its offset from ours. */
    clock,
    /** Requests that were never answered. */
    waiting,
    keys: (): string[] => [...objects.keys()],
    settings: {
      endpoint: `http://${host}:${(server.address() as AddressInfo).port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test-secret' },
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
