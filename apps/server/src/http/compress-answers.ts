import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const LEAST_BYTES = 2048
/** Up to this size a response is compressed synchronously, in about 0.1 ms: using a thread costs twice as much as that. */
const AT_ONCE_BYTES = 32 * 1024
/** Large enough for every response that is compressed synchronously. */
const WINDOW_BITS = 16

// A low quality for speed; it still leaves only a quarter of the bytes to send to a phone.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
// 2% more bytes than quality 4 for a little more than half of the CPU time.
const SMALL_BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
}
const GZIP = { level: 4 }

const PACKERS = [
  {
    name: 'br',
    wanted: /\bbr\b(?!\s*;\s*q=0(?:\.0+)?(?:\s|,|$))/,
    pack: (text: string) => brotli(text, BROTLI),
    packAtOnce: (text: string) => brotliCompressSync(text, SMALL_BROTLI),
  },
  {
    name: 'gzip',
    wanted: /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:\s|,|$))/,
    pack: (text: string) => zip(text, GZIP),
    packAtOnce: (text: string) => gzipSync(text, GZIP),
  },
]
const brotli = promisify(brotliCompress)
const zip = promisify<string, { level: number }, Buffer>(gzip)

/** Compresses the responses that the contract marks as `compressed`, with an encoding that the client accepts. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    const { compressed } = request.routeOptions.config as { compressed?: boolean }
    if (compressed !== true || typeof payload !== 'string') return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
    const bytes = Buffer.byteLength(payload)
    if (bytes < LEAST_BYTES) return payload
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const packer = PACKERS.find(({ wanted }) => wanted.test(accepted))
    if (packer === undefined) return payload
    const packed = bytes <= AT_ONCE_BYTES ? packer.packAtOnce(payload) : await packer.pack(payload)
    reply.headers({ 'content-encoding': packer.name, 'content-length': packed.length })
    return packed
  })
}
