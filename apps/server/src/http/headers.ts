import type { FastifyInstance } from 'fastify'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Safe headers on every answer; the pages and the files set their own content policy over the API's. */
export const addHeaders = (
  app: FastifyInstance,
  config: { public_url: string; origins: readonly string[] },
): void => {
  const https = config.public_url.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': API_POLICY,
      // Apps on other origins show the pictures of /files/; who may read them, their links say.
      'cross-origin-resource-policy': config.origins.length > 0 ? 'cross-origin' : 'same-site',
      'cache-control': 'no-store',
    })
    if (https) reply.header('strict-transport-security', 'max-age=31536000')
    const origin = request.headers.origin
    if (origin === undefined || !config.origins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'x-request-id, retry-after',
      vary: 'Origin',
    })
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers':
            'authorization, content-type, accept-language, authrestaurantid, authbusinessnetwork, idempotency-key, last-event-id',
          'access-control-max-age': '600',
        })
        .code(204)
        .send()
  })
}
