import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { REFUSAL_TEXTS } from '@podmoga/contract/texts.ru'
import { escapeHtml } from './escape-html.ts'

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
export const answerClientError = (
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isTooLong = error.code === TOO_LONG
  const text = isTooLong ? LONG_TEXT : REFUSAL_TEXTS.bad_request
  // What a browser sends is whole HTTP, however long.
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 16) : ''
  const page = isTooLong ? PAGE.exec(packet) : null
  const body =
    page === null
      ? JSON.stringify({ error: text, code: 'bad_request' })
      : htmlOf(text, page[1] === undefined ? '/' : '/desk/')
  socket.end(
    [
      `HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}`,
      `Content-Type: ${page === null ? 'application/json' : 'text/html'}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: no-referrer',
      'Cache-Control: no-store',
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
