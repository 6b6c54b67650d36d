import type { RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import { nodeHttp, nodeHttps } from './lazy-libraries.ts'
import { InsideAddress, isOutside, outsideLookup } from './outside-address.ts'

/** The reason why a request was refused or aborted. Forms must not reach internal addresses. */
export class OutsideError extends Error {
  readonly kind: 'inside' | 'not_https' | 'too_large' | 'too_slow'

  constructor(kind: OutsideError['kind'], cause?: unknown) {
    super(kind, { cause })
    this.name = 'OutsideError'
    this.kind = kind
  }
}

export type OutsideFetch = (
  url: string,
  init: {
    method?: string
    headers?: Record<string, string>
    body?: unknown
    signal?: AbortSignal | undefined
  },
) => Promise<Response>

const NO_BODY = new Set([204, 205, 304])

/**
 * Fetches a URL entered by a user: only https, only public addresses, no redirects. `inside` lists host names, with or without a
 * port, that the installation allows in its own networks and over http. Rejects with {@link OutsideError} for any other URL, and
 * if the response is too large or too slow.
 */
export const makeOutsideFetch = ({
  inside,
  deadline_ms,
  bytes_max,
}: {
  inside: readonly string[]
  deadline_ms: number
  bytes_max: number
}): OutsideFetch => {
  const allowed = new Set(inside.map((host) => host.toLowerCase()))

  return async (address, { method = 'GET', headers = {}, body, signal }) => {
    const url = new URL(address)
    const isAllowed = allowed.has(url.host) || allowed.has(url.hostname)
    if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
      throw new OutsideError('not_https')
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // A literal IP address is not resolved, so `lookup` would not check it.
    if (!isAllowed && isIP(literal) !== 0 && !isOutside(literal)) throw new OutsideError('inside')
    const late = AbortSignal.timeout(deadline_ms)
    const options: RequestOptions = {
      method,
      headers,
      agent: false,
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      ...(isAllowed ? {} : { lookup: outsideLookup }),
    }
    const send = (url.protocol === 'https:' ? nodeHttps() : nodeHttp()).request
    return new Promise<Response>((resolve, reject) => {
      const fail = (error: unknown) => {
        if (late.aborted) reject(new OutsideError('too_slow', error))
        else reject(error instanceof InsideAddress ? new OutsideError('inside', error) : error)
      }
      const request = send(url, options, (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('error', fail)
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size > bytes_max) {
            reject(new OutsideError('too_large'))
            request.destroy()
          } else parts.push(part)
        })
        answer.on('end', () => {
          const status = answer.statusCode ?? 500
          const responseHeaders = new Headers()
          for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2)
            responseHeaders.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
          resolve(
            new Response(NO_BODY.has(status) ? null : Buffer.concat(parts), {
              status,
              headers: responseHeaders,
            }),
          )
        })
      })
      request.on('error', fail)
      request.end(body === undefined || body === null ? undefined : String(body))
    })
  }
}
