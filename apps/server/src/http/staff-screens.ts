import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { getScreen, type Screen, type Viewer } from '@podmoga/contract/screen'
import type { FastifyInstance } from 'fastify'
import type { AskAs, On } from './serve.ts'
import type { BusinessSettings } from './settings.ts'

/** Draws one screen of the staff app from the answers of `call`; null when the address has none that is drawn. */
export type DrawScreen = (screen: {
  path: string
  restaurant_id: string
  /** Empty: no card for it. */
  support_email: string
  viewer: Viewer
  call: Call
}) => Promise<Screen | null>

const BUILT = join(import.meta.dirname, '../../../staff/dist/server/screen.server.js')
const NOTHING: Screen = { answers: [], html: null }

/**
 * The staff app's own drawing of its screens, out of its build; null where that is not built. It is more than a megabyte
 * of code: loaded once, and after the server has begun to listen.
 */
const makeLoad = (app: FastifyInstance): (() => Promise<DrawScreen | null>) => {
  const load = async () => {
    try {
      return ((await import(pathToFileURL(BUILT).href)) as { drawScreen: DrawScreen }).drawScreen
    } catch (error) {
      app.log.warn({ error: String(error) }, 'no screen is drawn ahead: the staff app is not built')
      return null
    }
  }
  let loading: Promise<DrawScreen | null> | undefined
  const loadOnce = () => {
    loading ??= load()
    return loading
  }
  app.addHook('onListen', async () => {
    void loadOnce()
  })
  return loadOnce
}

/** The first answers of a screen and the screen itself, in one answer. What cannot be drawn is left to the app. */
export const screenRoute = (app: FastifyInstance, on: On, askAs: AskAs, settings: BusinessSettings): void => {
  const load = makeLoad(app)
  on(getScreen, async (context) => {
    const { who, query, log } = context
    const draw = await load()
    const { path, ...viewer } = query
    try {
      const screen = await draw?.({
        path,
        restaurant_id: who.restaurant_id,
        support_email: settings.configOf(who.business_id).SUPPORT_EMAIL,
        viewer,
        call: askAs(context),
      })
      return screen ?? NOTHING
    } catch (error) {
      // What is refused here is refused to the app too, and it says so.
      if (!(error instanceof Refusal)) log.error({ err: error }, 'a screen could not be drawn')
      return NOTHING
    }
  })
}
