import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendRefusal } from './errors.ts'
import { refuse } from './refuse.ts'

/** `/health/live`: the process answers. `/health/ready`: it can serve, that is, its database answers. */
export const serveHealth = (app: FastifyInstance, { sql }: Deps): void => {
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`select 1`
      return { ok: true }
    } catch {
      return sendRefusal(reply, refuse('unavailable'))
    }
  })
}
