import { ENDPOINTS } from '@podmoga/contract/all'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApiOf } from './openapi.ts'

/** Serves the contract as OpenAPI 3.1 and as an HTML page. */
export const serveDocs = (app: FastifyInstance, config: Config): void => {
  let made: { json: string; html: string } | undefined
  // Generated on the first request, so that it does not delay the start.
  const get = () => {
    if (made === undefined) {
      const document = openApiOf(ENDPOINTS, {
        title: config.BRAND,
        url: `${config.public_url}/api/`,
        origin: config.public_url,
      })
      made = { json: JSON.stringify(document), html: docsPage(document) }
    }
    return made
  }
  app.get('/api/openapi.json', async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache')
    return reply.send(get().json)
  })
  app.get('/api/docs/', async (_request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
    return reply.send(get().html)
  })
  app.get('/api/docs/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(DOCS_STYLE),
  )
}
