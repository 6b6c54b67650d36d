import { randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refusalText } from '@podmoga/contract/refusals'
import { escapeHtml } from './escape-html.ts'
import type { SafeHeaders } from './headers.ts'

const TOO_LONG = 'HPE_HEADER_OVERFLOW'

const STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  [TOO_LONG]: '431 Request Header Fields Too Large',
}

const LONG_TEXT = 'Адрес слишком длинный. Сократите то, что ищете, или откройте начальную страницу.'

/** A person's own request for a page, as far as it can be read; what asks below /api/ is a program. */
const PAGE = /^GET \/(?!api\/)(desk(?=[/? ]))?/

const htmlOf = (text: string, start: string): string =>
  `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Страница не открылась</title></head>
<body><main><h1>Страница не открылась</h1><p>${escapeHtml(text)}</p><p><a href="${start}">На начальную страницу</a></p></main></body></html>`

/**
 * Answers what Node could not read as HTTP, and ends the connection: in the wire's own shape, or as a page to whoever has
 * opened one.
 */
export const makeAnswerClientError =
  (safeHeaders: SafeHeaders) =>
  (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const isTooLong = error.code === TOO_LONG
    const text = isTooLong ? LONG_TEXT : refusalText('bad_request')
    // What a browser sends is whole HTTP, however long.
    const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 16) : ''
    const page = isTooLong ? PAGE.exec(packet) : null
    const body =
      page === null
        ? JSON.stringify({ error: text, code: 'bad_request' })
        : htmlOf(text, page[1] === undefined ? '/' : '/desk/')
    const headers = {
      'content-type': `${page === null ? 'application/json' : 'text/html'}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
      ...safeHeaders(randomUUID()),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end(
      `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
    )
  }

/** Answers an `Expect` other than `100-continue`, which Node would refuse by itself, without our headers. */
export const refuseExpectations = (server: Server, safeHeaders: SafeHeaders): void => {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify({ error: refusalText('bad_request'), code: 'bad_request' })
    const headers = { 'content-type': 'application/json; charset=utf-8', ...safeHeaders(randomUUID()) }
    response.writeHead(417, { ...headers, connection: 'close' }).end(body)
  })
}
