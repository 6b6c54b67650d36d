import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { listOutbox } from './mail-queue/mail-queue.sql.ts'
import { makeSeal } from './profile.keys.ts'

/**
 * `GET /api/dev/outbox/?to=…`: letters and SMS in plain text, newest first, for demos and tests. Exists only with
 * DEV_OUTBOX, with which a production server refuses to start.
 */
export const devOutboxRoute = (app: FastifyInstance, { sql, config, secrets }: Deps): void => {
  if (!config.DEV_OUTBOX) return
  const seal = makeSeal(secrets)
  app.get('/api/dev/outbox/', async (request) => {
    const { to } = request.query as { to?: unknown }
    // In an unencoded query the plus of a number is decoded as a space.
    const wanted = typeof to === 'string' && to.trim() !== '' ? to.replace(/^ (?=\d)/, '+').trim() : null
    const rows = await listOutbox(sql, { to: wanted })
    return rows.map((row) => {
      const { subject, text } = seal.open(row.sealed, `${row.channel} ${row.to_address}`)
      const { to_address, channel, created_at } = row
      return { to: to_address, channel, subject, text, created_at: created_at.toISOString() }
    })
  })
}
