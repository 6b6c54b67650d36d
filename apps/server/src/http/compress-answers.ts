import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { getMaterial } from '@podmoga/contract/knowledge'
import { getScreen } from '@podmoga/contract/screen'
import type { FastifyInstance } from 'fastify'

/** Calls whose answers are texts of many kilobytes, with nothing in them that an outsider chose beside a secret. */
const LONG = new Set<string>([getScreen.name, getMaterial.name])
const LEAST_BYTES = 2048

const compress = promisify(brotliCompress)
// Quick rather than small: half a millisecond in a thread of its own, for a quarter of the bytes on a phone's line.
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Sends the long answers compressed to whoever takes brotli. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config as { call?: string }
    if (call === undefined || !LONG.has(call) || typeof payload !== 'string') return payload
    reply.header('vary', 'Accept-Encoding')
    if (
      payload.length < LEAST_BYTES ||
      !/\bbr\b(?!\s*;\s*q=0)/.test(request.headers['accept-encoding'] ?? '')
    )
      return payload
    const packed = await compress(payload, PACKING)
    reply.headers({ 'content-encoding': 'br', 'content-length': packed.length })
    return packed
  })
}
