import type { FastifyInstance } from 'fastify'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every answer, by its request's id and the `Origin` that it named. */
export type SafeHeaders = (request_id: string, origin?: string) => Record<string, string>

/** The origins of a list with commas. */
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
  /** Other origins that may read. */
  origins: readonly string[]
}): SafeHeaders => {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': API_POLICY,
    // Apps on other origins show the pictures of /files/; who may read them, their links say.
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

/** Safe headers on every answer; the pages and the files set their own content policy over the API's. */
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
