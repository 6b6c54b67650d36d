import type { Call } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { getDeskScreen, getScreen, type Screen, type Viewer } from '@podmoga/contract/screen'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import { makeLoad } from '../http/app-server.ts'
import type { AskAs, On } from '../http/serve.ts'

/** Renders a screen of an app with data from `call`; null if the path has no prerendered screen. */
type PrerenderScreen = (screen: {
  path: string
  /** Only for pages of a restaurant. */
  restaurant_id?: string
  /** Empty: no support card. */
  support_email?: string
  viewer: Viewer
  call: Call
}) => Promise<Screen | null>

const NOTHING: Screen = { answers: [], html: null }

const orNothing = async (log: FastifyBaseLogger, render: () => Promise<Screen | null | undefined>) => {
  try {
    return (await render()) ?? NOTHING
  } catch (error) {
    // The app will get the same refusal and show it.
    if (!(error instanceof Refusal)) log.error({ err: error }, 'a screen could not be rendered')
    return NOTHING
  }
}

/** Serves a screen and the answers it needs in one response. The app renders what cannot be rendered here. */
export const screenRoutes = (on: On, askAs: AskAs, deps: Pick<Deps, 'log' | 'warmUp' | 'settings'>): void => {
  const loadStaff = makeLoad<{ prerenderScreen: PrerenderScreen }>(deps, 'staff')
  on(getScreen, async (context) => {
    const { who, query, log } = context
    const render = (await loadStaff())?.prerenderScreen
    const { path, ...viewer } = query
    const { SUPPORT_EMAIL: support_email } = deps.settings.configOf(who.business_id)
    const { restaurant_id } = who
    return orNothing(log, async () =>
      render?.({ path, restaurant_id, support_email, viewer, call: askAs(context, 'staff') }),
    )
  })

  const loadDesk = makeLoad<{ prerenderScreen: PrerenderScreen }>(deps, 'desk')
  on(getDeskScreen, async (context) => {
    const render = (await loadDesk())?.prerenderScreen
    const { path, ...viewer } = context.query
    return orNothing(context.log, async () => render?.({ path, viewer, call: askAs(context, 'agent') }))
  })
}
