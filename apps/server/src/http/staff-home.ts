import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { HomeLists } from '@podmoga/contract/home'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** The lists of a restaurant's help home for whoever asks for the page; null when it is not for them. */
export type HomeListsOf = (request: FastifyRequest, restaurant_id: string) => Promise<HomeLists | null>

/** What goes into the help home's page. */
export interface DrawnHome {
  /** The home as the app will draw it. */
  html: string
  /** The same lists for the app, as JSON that may stand in a script element. */
  json: string
}

const HOME = /^\/([1-9][0-9]{0,17})\/?$/
// The page is worth more than its lists: without them it loads them itself.
const WAIT_MS = 300

const drawnIn = async (dist: string) => {
  const module: unknown = await import(pathToFileURL(join(dist, 'server/home.server.js')).href)
  return (module as { renderHome: (home: HomeLists, supportEmail: string) => string }).renderHome
}

/** JSON that no HTML parser takes for markup. */
export const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Draws the help home into its page before it is sent, with the staff app's own code from its build. Gives null for
 * any other path, for a stranger, and whenever the lists are not there within {@link WAIT_MS}.
 */
export const makeStaffHome = (
  log: FastifyBaseLogger,
  parts: { dist: string; support_email: string; listsOf: HomeListsOf },
) => {
  const render = drawnIn(parts.dist).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'the help home is sent without its lists')
    return null
  })
  const draw = async (request: FastifyRequest, restaurant_id: string): Promise<DrawnHome | null> => {
    const lists = await parts.listsOf(request, restaurant_id)
    const renderHome = await render
    if (lists === null || renderHome === null) return null
    return { html: renderHome(lists, parts.support_email), json: jsonInHtml(lists) }
  }
  return async (request: FastifyRequest, path: string): Promise<DrawnHome | null> => {
    const restaurant_id = HOME.exec(path)?.[1]
    if (restaurant_id === undefined) return null
    const late = new AbortController()
    const drawn = draw(request, restaurant_id).catch((error: unknown) => {
      request.log.warn({ error: String(error) }, 'the help home is sent without its lists')
      return null
    })
    const waited = pause(WAIT_MS, null, { signal: late.signal }).catch(() => null)
    return Promise.race([drawn, waited]).finally(() => late.abort())
  }
}
