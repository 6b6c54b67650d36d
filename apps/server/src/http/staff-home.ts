import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HomeToDraw } from '@podmoga/contract/home'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Draws the help home of a restaurant as HTML. */
export type DrawHome = (home: HomeToDraw) => string

const BUILT = join(import.meta.dirname, '../../../staff/dist/server/home.server.js')

const load = async (log: FastifyBaseLogger): Promise<DrawHome | null> => {
  try {
    return ((await import(pathToFileURL(BUILT).href)) as { drawHome: DrawHome }).drawHome
  } catch (error) {
    log.warn({ error: String(error) }, 'the help home is not drawn ahead: the staff app is not built')
    return null
  }
}

/**
 * The staff app's own drawing of its home, out of its build; null where that is not built. It is more than a megabyte of
 * code: loaded once, and after the server has begun to listen.
 */
export const makeLoadDrawHome = (app: FastifyInstance): (() => Promise<DrawHome | null>) => {
  let loading: Promise<DrawHome | null> | undefined
  const loadOnce = () => {
    loading ??= load(app.log)
    return loading
  }
  app.addHook('onListen', async () => {
    void loadOnce()
  })
  return loadOnce
}
