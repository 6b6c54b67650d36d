import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BUCKET = 'podmoga'
const PAGE = 3

/** What is wrong with the store: it never answers, answers with that status, or has lost its bucket. */
export type S3Fault = 'hangs' | 'no bucket' | 403 | 500

/**
 * A small server that speaks as much of S3 as our store uses, path style, with listings in short pages. It wants a
 * signature of version 4 but does not check it. `faults` breaks its methods, one by one.
 */
export const startTestS3 = async (host = '127.0.0.1') => {
  const objects = new Map<string, { bytes: Buffer; type: string; at: Date }>()
  const waiting: string[] = []
  const faults = new Map<string, S3Fault>()
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
    if (fault !== undefined) {
      request.resume()
      const code = { 'no bucket': 'NoSuchBucket', 403: 'AccessDenied', 500: 'InternalError' }[fault]
      return void answer
        .writeHead(fault === 'no bucket' ? 404 : fault, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>-</Message></Error>`)
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
