import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { GiveWay } from '../ports/lazy-libraries.ts'

/** When to begin if nothing asks whether the server is ready. */
const AT_LATEST_MS = 500
/** The longest wait for running requests: an event stream never finishes. */
const GIVE_WAY_MS = 50

/** Work that makes the first requests fast but is not needed to serve them: loading modules, indexes, compiling serializers. */
export interface WarmUp {
  /**
   * Queues work to run once the server is known to be ready. Works run one after another; each calls `giveWay` between its steps.
   */
  add: (name: string, work: (giveWay: GiveWay) => Promise<unknown>) => void
  /** Called when a health check has reported the server ready. */
  begin: () => void
}

/**
 * Creates the warm-up. Its work begins at the first `begin` after the server listens, or half a second after that, and yields to
 * requests. A failure is only logged: the first request that needs the result then makes it. Closing does not wait for the work.
 * @param give_way_ms the longest time to yield to requests at a time.
 */
export const makeWarmUp = (app: FastifyInstance, give_way_ms = GIVE_WAY_MS): WarmUp => {
  const works: { name: string; work: (giveWay: GiveWay) => Promise<unknown> }[] = []
  const ready = Promise.withResolvers<void>()
  let stopped = false
  let finished = false
  let busy = 0
  let free = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined

  app.addHook('onRequest', (_request, reply, done) => {
    if (!finished) {
      if (busy === 0) free = Promise.withResolvers<void>()
      busy += 1
      reply.raw.once('close', () => {
        busy -= 1
        if (busy === 0) free.resolve()
      })
    }
    done()
  })

  const giveWay: GiveWay = async () => {
    await nextTurn()
    if (busy > 0) await Promise.race([free.promise, pause(give_way_ms, undefined, { ref: false })])
    return !stopped
  }

  const run = async (): Promise<void> => {
    await ready.promise
    for (const { name, work } of works) {
      if (!(await giveWay())) break
      await work(giveWay).catch((error: unknown) =>
        app.log.warn(
          { err: error, work: name },
          'not prepared: the first request that needs it waits for it',
        ),
      )
    }
    finished = true
  }
  app.addHook('onListen', async () => {
    timer = setTimeout(ready.resolve, AT_LATEST_MS).unref()
    void run()
  })
  app.addHook('preClose', async () => {
    stopped = true
    clearTimeout(timer)
  })
  return { add: (name, work) => void works.push({ name, work }), begin: ready.resolve }
}
