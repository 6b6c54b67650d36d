import type { FastifyInstance } from 'fastify'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every response, given the request's id and its `Origin`. */
export type SafeHeaders = (request_id: string, origin?: string) => Record<string, string>

/** Parses a comma-separated list of origins. */
export const originsOf = (list: string): string[] =>
  list
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)

export const makeSafeHeaders = ({
  public_url,
  origins,
}: {
  public_url: string
  /** Other origins allowed to read responses. */
  origins: readonly string[]
}): SafeHeaders => {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': API_POLICY,
    // Apps on other origins show the pictures of /files/; access is controlled by the signed links.
    'cross-origin-resource-policy': origins.length > 0 ? 'cross-origin' : 'same-site',
    'cache-control': 'no-store',
    ...(public_url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
  return (request_id, origin) => ({
    'x-request-id': request_id,
    ...always,
    ...(origin !== undefined &&
      origins.includes(origin) && {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'x-request-id, retry-after',
        vary: 'Origin',
      }),
  })
}

/** Sets the security headers on every response. Pages and files then replace the API's content policy with their own. */
export const addHeaders = (app: FastifyInstance, safeHeaders: SafeHeaders): void => {
  app.addHook('onRequest', async ({ id, method, headers }, reply) => {
    const safe = safeHeaders(id, headers.origin)
    reply.headers(safe)
    const isAllowed = safe['access-control-allow-origin'] !== undefined
    if (isAllowed && method === 'OPTIONS' && headers['access-control-request-method'] !== undefined)
      return reply
        .headers({
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers':
            'authorization, content-type, accept-language, authrestaurantid, authbusinessnetwork, idempotency-key, last-event-id',
          'access-control-max-age': '600',
        })
        .code(204)
        .send()
  })
}
