import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whether one of our pages sent the request, by its Origin: `ours`, `foreign`, or `absent` if no browser sent it. */
export type OriginOf = (request: FastifyRequest) => 'ours' | 'foreign' | 'absent'

/** Ours are the public URL, the origins in CORS_ORIGINS, and the requested host. */
export const makeOriginOf = (config: Config): OriginOf => {
  const known = new Set([
    new URL(config.public_url).origin,
    ...config.CORS_ORIGINS.split(',').map((origin) => origin.trim()),
  ])
  return (request) => {
    const { origin } = request.headers
    if (origin === undefined) return 'absent'
    if (known.has(origin)) return 'ours'
    // A proxy may have terminated https, so only the host is compared.
    return URL.canParse(origin) && new URL(origin).host === request.host ? 'ours' : 'foreign'
  }
}
