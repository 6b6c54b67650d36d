import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { StoreUnavailable } from '../ports/files.ts'
import { missingChannels } from '../ports/missing-channels.ts'
import { refusalBody, refuse } from './refuse.ts'

/** Checks are cached for this long, so that frequent probes do not load the database. */
const KEPT_MS = 1000

/** What is missing, by name; each value is a Russian sentence for the operator. */
type Missing = Record<string, string>

const STOPPING: Missing = { server: 'Сервер останавливается.' }

/** Checks what the server cannot work without. */
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
 * `/health/live`: the process responds. `/health/ready`: the server can serve and is not stopping, and its database and file
 * store respond; without files half of the actions would be refused. `detail` lists what is missing, including channels without
 * which only messages cannot be sent.
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
