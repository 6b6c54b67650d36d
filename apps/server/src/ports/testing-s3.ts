import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BUCKET = 'podmoga'
const PAGE = 3

/** What it refuses with: its word for it, told in the body, which a HEAD has not. */
const REFUSALS = {
  'no bucket': [404, 'NoSuchBucket'],
  403: [403, 'AccessDenied'],
  'no key': [403, 'InvalidAccessKeyId'],
  'no secret': [403, 'SignatureDoesNotMatch'],
  region: [301, 'PermanentRedirect'],
  500: [500, 'InternalError'],
} as const

/** What is wrong with the store: it never answers, refuses, or is no store of S3 at all. */
export type S3Fault = 'hangs' | 'no store' | keyof typeof REFUSALS

const TOLERATED_MS = 15 * 60_000

/** 20261127T195500Z, as the signature has it. */
const sentAt = (request: IncomingMessage): number =>
  Date.parse(String(request.headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

/**
 * A small server that speaks as much of S3 as our store uses, path style, with listings in short pages. It wants a
 * signature of version 4 but does not check it. `faults` breaks its methods, one by one.
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
    /** Its own, and how far it is from ours. */
    clock,
    /** What was asked of it and never answered. */
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
