import { type LookupAddress, lookup } from 'node:dns'
import type { RequestOptions } from 'node:http'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { nodeHttp, nodeHttps } from './lazy-libraries.ts'

/** The reason why a request was refused or aborted. Forms must not reach internal addresses. */
export class OutsideError extends Error {
  readonly kind: 'inside' | 'not_https' | 'too_large' | 'too_slow'

  constructor(kind: OutsideError['kind'], cause?: unknown) {
    super(kind, { cause })
    this.name = 'OutsideError'
    this.kind = kind
  }
}

const INSIDE = new BlockList()
// IANA's special-purpose ranges: this host, private and shared networks, link-local, documentation, multicast, reserved.
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv4')

// In IPv6 only global unicast is public, except prefixes that embed an IPv4 address.
const WORLD = new BlockList()
WORLD.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv6')

/** Whether an address is local or in a network that is not reachable from the internet. */
export const isInside = (address: string): boolean => {
  if (isIP(address) === 4) return INSIDE.check(address, 'ipv4')
  return !WORLD.check(address, 'ipv6') || INSIDE.check(address, 'ipv6')
}

/** Resolves a name; fails if any of its addresses is internal. The connection uses the addresses that were checked. */
const lookupOutside: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error !== null || first === undefined) return done(error ?? new Error('no address'), '')
    if (found.some(({ address }) => isInside(address))) return done(new OutsideError('inside'), '')
    if (options.all === true) return done(null, found)
    return done(null, first.address, first.family)
  })
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
    if (!isAllowed && isIP(literal) !== 0 && isInside(literal)) throw new OutsideError('inside')
    const late = AbortSignal.timeout(deadline_ms)
    const options: RequestOptions = {
      method,
      headers,
      agent: false,
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      ...(isAllowed ? {} : { lookup: lookupOutside }),
    }
    const send = (url.protocol === 'https:' ? nodeHttps() : nodeHttp()).request
    return new Promise<Response>((resolve, reject) => {
      const fail = (error: unknown) => reject(late.aborted ? new OutsideError('too_slow', error) : error)
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
