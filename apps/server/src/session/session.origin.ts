import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Whether the request says that a page of ours sent it: `ours`, `foreign`, or `absent` when no browser did. */
export type OriginOf = (request: FastifyRequest) => 'ours' | 'foreign' | 'absent'

/** Ours are the public address, the addresses of CORS_ORIGINS, and the host that was asked. */
export const makeOriginOf = (config: Config): OriginOf => {
  const known = new Set([
    new URL(config.public_url).origin,
    ...config.CORS_ORIGINS.split(',').map((origin) => origin.trim()),
  ])
  return (request) => {
    const { origin } = request.headers
    if (origin === undefined) return 'absent'
    if (known.has(origin)) return 'ours'
    // A proxy may have taken the https away, so the host alone is compared.
    return URL.canParse(origin) && new URL(origin).host === request.host ? 'ours' : 'foreign'
  }
}
