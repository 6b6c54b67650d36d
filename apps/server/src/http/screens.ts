import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { getDeskScreen, getScreen, type Screen, type Viewer } from '@podmoga/contract/screen'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AskAs, On } from './serve.ts'
import type { BusinessSettings } from './settings.ts'

/** Draws one screen of an app from the answers of `call`; null when the address has none that is drawn. */
type DrawScreen = (screen: {
  path: string
  /** Only in a restaurant. */
  restaurant_id?: string
  /** Empty: no card for it. */
  support_email?: string
  viewer: Viewer
  call: Call
}) => Promise<Screen | null>

const APPS = join(import.meta.dirname, '../../..')
const NOTHING: Screen = { answers: [], html: null }

/**
 * An app's own drawing of its screens, out of its build; null where that is not built. It is more than a megabyte of code:
 * loaded once, and after the server has begun to listen.
 */
const makeLoad = (app: FastifyInstance, name: 'staff' | 'desk'): (() => Promise<DrawScreen | null>) => {
  const built = join(APPS, name, 'dist/server/screen.server.js')
  const load = async () => {
    try {
      return ((await import(pathToFileURL(built).href)) as { drawScreen: DrawScreen }).drawScreen
    } catch (error) {
      app.log.warn({ app: name, error: String(error) }, 'no screen is drawn ahead: the app is not built')
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

const orNothing = async (log: FastifyBaseLogger, draw: () => Promise<Screen | null | undefined>) => {
  try {
    return (await draw()) ?? NOTHING
  } catch (error) {
    // What is refused here is refused to the app too, and it says so.
    if (!(error instanceof Refusal)) log.error({ err: error }, 'a screen could not be drawn')
    return NOTHING
  }
}

/** The first answers of a screen and the screen itself, in one answer. What cannot be drawn is left to the app. */
export const screenRoutes = (
  app: FastifyInstance,
  on: On,
  askAs: AskAs,
  settings: BusinessSettings,
): void => {
  const loadStaff = makeLoad(app, 'staff')
  on(getScreen, async (context) => {
    const { who, query, log } = context
    const draw = await loadStaff()
    const { path, ...viewer } = query
    const { SUPPORT_EMAIL: support_email } = settings.configOf(who.business_id)
    const { restaurant_id } = who
    return orNothing(log, async () =>
      draw?.({ path, restaurant_id, support_email, viewer, call: askAs(context, 'staff') }),
    )
  })

  const loadDesk = makeLoad(app, 'desk')
  on(getDeskScreen, async (context) => {
    const draw = await loadDesk()
    const { path, ...viewer } = context.query
    return orNothing(context.log, async () => draw?.({ path, viewer, call: askAs(context, 'agent') }))
  })
}
