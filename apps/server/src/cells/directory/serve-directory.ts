import { createServer, type IncomingMessage, type Server } from 'node:http'
import { CellSilent, findCell, type Listed } from './find-cell.ts'

/** What no body of a public call is longer than (http/json-body.ts). */
const BODY_MAX = 64 * 1024
/** nginx's names of where a request goes; in deploy/nginx-cells.conf. */
const ANY_CELL = 'podmoga_anywhere'
export const upstreamOf = (number: bigint): string => `podmoga_cell_${number}`

/** The body as far as it may say whose the request is; of a longer one nothing. nginx has all of it and sends it on. */
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= BODY_MAX) parts.push(part)
  }
  return size > BODY_MAX ? '' : Buffer.concat(parts).toString()
}

/**
 * Tells nginx to which cell a request goes, by `X-Accel-Redirect`: the request itself is nginx's all the while. It keeps
 * nothing, so that there may be several of it.
 */
export const makeDirectory = (cells: readonly Listed[], log: (line: string) => void): Server =>
  createServer(async (request, reply) => {
    try {
      const body = await bodyOf(request)
      const { method = 'GET', url = '/', headers } = request
      const cell = await findCell(cells, { method, url, headers, body })
      reply.setHeader('x-accel-redirect', `@${cell === null ? ANY_CELL : upstreamOf(cell.number)}`)
      reply.end()
    } catch (error) {
      // Nothing of the request is written down: it may hold a password.
      if (!(error instanceof CellSilent)) log(`Справочник клеток: ${error}`)
      reply.writeHead(503, { 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' })
      reply.end(
        JSON.stringify({
          error: 'Сервис сейчас недоступен. Попробуйте через минуту.',
          code: 'unavailable',
        }),
      )
    }
  })
