import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { GiveWay } from '../ports/lazy-libraries.ts'

/** A server that nobody asks whether it is ready begins all the same. */
const AT_LATEST_MS = 500
/** No longer: a stream of events is never answered to its end. */
const GIVE_WAY_MS = 50

/** What makes first requests quick and is no condition of serving them: modules, indexes, writers of answers. */
export interface WarmUp {
  /** Has the work done once the server is known to be ready; pieces of work follow one another, each in turns. */
  add: (name: string, work: (giveWay: GiveWay) => Promise<unknown>) => void
  /** Somebody has been told that the server is ready. */
  begin: () => void
}

/**
 * Makes `later`. Its work begins at the first call of `begin` after the server listens, or half a second after that,
 * gives way to requests, and a failure is only logged: whoever needs what it was to prepare makes it then. Closing waits
 * for none of it.
 * @param give_way_ms so long a turn is left to requests.
 */
export const makeWarmUp = (app: FastifyInstance, give_way_ms = GIVE_WAY_MS): WarmUp => {
  const works: { name: string; work: (giveWay: GiveWay) => Promise<unknown> }[] = []
  const told = Promise.withResolvers<void>()
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
    await told.promise
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
    timer = setTimeout(told.resolve, AT_LATEST_MS).unref()
    void run()
  })
  app.addHook('preClose', async () => {
    stopped = true
    clearTimeout(timer)
  })
  return { add: (name, work) => void works.push({ name, work }), begin: told.resolve }
}
