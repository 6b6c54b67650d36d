import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { closedChannels } from '../ports/closed-channels.ts'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, that is, its database answers; what it cannot send
 * stands in `detail`.
 */
export const serveHealth = (app: FastifyInstance, { sql, mail, sms }: Deps): void => {
  const detail = closedChannels({ mail, sms })
  const ready = { ok: true, ...(Object.keys(detail).length > 0 ? { detail } : {}) }
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`select 1`
      return ready
    } catch {
      return sendRefusal(reply, refuse('unavailable'))
    }
  })
}
