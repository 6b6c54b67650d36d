import type { FastifyInstance } from 'fastify'
import { sendRefusal } from '../http/errors.ts'
import { refuse } from '../http/refuse.ts'
import { type BusinessSettings, logoPath } from '../http/settings.ts'

/** Serves the logos of businesses: public, like their names, and cached forever because the URL changes with the picture. */
export const serveLogos = (app: FastifyInstance, settings: BusinessSettings): void => {
  app.get('/files/logo/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const business_id = name.split('-')[0] ?? ''
    const { logo } = settings.keptOf(business_id)
    if (logo === undefined || logoPath(business_id, logo) !== `/files/logo/${name}`)
      return sendRefusal(reply, refuse('not_found'))
    return reply
      .headers({
        'content-type': logo.content_type,
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(Buffer.from(logo.data, 'base64'))
  })
}
