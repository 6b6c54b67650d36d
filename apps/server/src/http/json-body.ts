import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Accepts only JSON bodies in UTF-8. Fastify would accept text/plain too, and would replace invalid bytes with U+FFFD and store
 * them as if they had been typed. Keys that could reach a prototype are refused.
 */
export const acceptOnlyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  const types = ['application/json', 'application/scim+json']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
    if (!/^utf-?8$/i.test(charset))
      return done(refuse('unsupported_type', { message: 'Нужен JSON в кодировке UTF-8.' }))
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(refuse('bad_request'))
    }
    parse(request, text, (error, value) => (error === null ? done(null, value) : done(refuse('bad_request'))))
  })
}
