import { createServer, type IncomingMessage, type Server } from 'node:http'
import { CellSilent, findCell, type Listed } from './find-cell.ts'

/** The maximum body size of a public call (http/json-body.ts). */
const BODY_MAX = 64 * 1024
/** nginx's internal locations, see deploy/nginx-cells.conf. */
const ANY_CELL = 'podmoga_anywhere'
export const upstreamOf = (number: bigint): string => `podmoga_cell_${number}`

/** Reads the body to find its business; returns an empty text if it is too long. nginx keeps the whole body and forwards it. */
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
 * Tells nginx by `X-Accel-Redirect` to which cell a request goes; nginx keeps and forwards the request itself. The server is
 * stateless, so several may run.
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
      // The request is not logged: it may contain a password.
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
