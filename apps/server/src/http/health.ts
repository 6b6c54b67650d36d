import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { StoreUnavailable } from '../ports/files.ts'
import { missingChannels } from '../ports/missing-channels.ts'
import { refusalBody, refuse } from './refuse.ts'

/** Whoever asks more often is told what was found a moment ago: a probe must not become a load. */
const KEPT_MS = 1000

/** What is missing, by name; each value is one Russian sentence for the operator. */
type Missing = Record<string, string>

const STOPPING: Missing = { server: 'Сервер останавливается.' }

/** Looks at what the server cannot do without. */
const makeLook = ({ sql, files, log }: Deps): (() => Promise<Missing>) => {
  let last: { at: number; found: Promise<Missing> } | undefined

  const look = async (): Promise<Missing> => {
    const missing: Missing = {}
    const store = files.check().catch((error: unknown) => {
      log.error({ err: error }, 'the store of files is away')
      missing.files = error instanceof StoreUnavailable ? error.message : 'Хранилище файлов не отвечает.'
    })
    const database = sql.ping().catch((error: unknown) => {
      log.error({ err: error }, 'the database is away')
      missing.database = 'База данных не отвечает.'
    })
    await Promise.all([store, database])
    return missing
  }

  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at > KEPT_MS) last = { at, found: look() }
    return last.found
  }
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve and is not about to stop; its database and its store
 * of files answer: without files it would refuse half of what people do. What is missing stands in `detail`, also what only keeps it from
 * sending.
 */
export const serveHealth = (app: FastifyInstance, deps: Deps): void => {
  const look = makeLook(deps)
  const closed = missingChannels(deps)
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async (_request, reply) => {
    const missing = app.shutdown.isBegun() ? STOPPING : await look()
    const all = { ...missing, ...closed }
    const detail = Object.keys(all).length > 0 ? { detail: all } : {}
    if (Object.keys(missing).length === 0) {
      reply.raw.once('finish', deps.warmUp.begin)
      return { ok: true, ...detail }
    }
    const refusal = refuse('unavailable')
    return reply
      .code(refusal.status)
      .header('retry-after', refusal.retry_after ?? 5)
      .send({ ...refusalBody(refusal), ...detail })
  })
}
