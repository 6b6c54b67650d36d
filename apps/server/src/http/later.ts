import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A server that nobody asks whether it is ready begins all the same. */
const AT_LATEST_MS = 500

/** What makes first requests quick and is no condition of serving them: modules, indexes, writers of answers. */
export interface Later {
  /** Has the work done once the server is known to be ready; pieces of work follow one another. `isStopped`: leave off. */
  add: (name: string, work: (isStopped: () => boolean) => Promise<unknown>) => void
  /** Somebody has been told that the server is ready. */
  begin: () => void
}

/**
 * Makes `later`. Its work begins at the first call of `begin` after the server listens, or half a second after that,
 * and a failure is only logged: whoever needs what it was to prepare makes it then. Closing waits for none of it.
 */
export const makeLater = (app: FastifyInstance): Later => {
  const works: { name: string; work: (isStopped: () => boolean) => Promise<unknown> }[] = []
  const told = Promise.withResolvers<void>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const run = async (): Promise<void> => {
    await told.promise
    for (const { name, work } of works) {
      await nextTurn()
      if (stopped) return
      await work(() => stopped).catch((error: unknown) =>
        app.log.warn(
          { err: error, work: name },
          'not prepared: the first request that needs it waits for it',
        ),
      )
    }
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
