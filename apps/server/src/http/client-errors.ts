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

/** A browser's request for a page, as far as the raw bytes show it; requests below /api/ come from programs. */
const PAGE = /^GET \/(?!api\/)(desk(?=[/? ]))?/

const htmlOf = (text: string, start: string): string =>
  `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Страница не открылась</title></head>
<body><main><h1>Страница не открылась</h1><p>${escapeHtml(text)}</p><p><a href="${start}">На начальную страницу</a></p></main></body></html>`

/**
 * Answers a request that Node could not parse as HTTP and closes the connection. The response is the usual JSON error, or an HTML
 * page if a browser requested one.
 */
export const makeAnswerClientError =
  (safeHeaders: SafeHeaders) =>
  (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const isTooLong = error.code === TOO_LONG
    const text = isTooLong ? LONG_TEXT : refusalText('bad_request')
    // Browsers send well-formed HTTP, so only a request that is too long can come from a person.
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

/** Answers an `Expect` other than `100-continue`; Node would refuse it without our headers. */
export const refuseExpectations = (server: Server, safeHeaders: SafeHeaders): void => {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify({ error: refusalText('bad_request'), code: 'bad_request' })
    const headers = { 'content-type': 'application/json; charset=utf-8', ...safeHeaders(randomUUID()) }
    response.writeHead(417, { ...headers, connection: 'close' }).end(body)
  })
}
