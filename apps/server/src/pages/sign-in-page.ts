import type { Settings } from '@podmoga/contract/settings'
import { USER_TOKENS } from '@podmoga/contract/user-tokens'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { makeLoad } from '../http/app-server.ts'

/** The sign-in page; it is prerendered for visitors without a session. */
export const SIGN_IN = '/intranet/'

/** Renders the sign-in page as HTML, cached for each state of the settings, its only input. null if it cannot be rendered. */
export const makePrerenderSignIn = ({ log, warmUp, settings }: Pick<Deps, 'log' | 'warmUp' | 'settings'>) => {
  const load = makeLoad<{ prerenderSignIn: (settings: Settings) => string }>({ log, warmUp }, 'intranet')
  let last: { key: string; html: string } | null = null
  return async (): Promise<string | null> => {
    const shown = settings.pageOfAll()
    const key = JSON.stringify(shown)
    if (last?.key === key) return last.html
    try {
      const html = (await load())?.prerenderSignIn(shown)
      if (html === undefined) return null
      last = { key, html }
      return html
    } catch (error) {
      log.error({ err: error }, 'the sign-in page could not be rendered')
      return null
    }
  }
}

/**
 * Returns the sign-in URL for a browser that opens a staff page without a session: the page would only redirect there by script
 * (leaveForSignIn in src/prerender-screen.ts). null where the page's script must decide, because the URL depends on the network
 * of the person's business or is on another origin; also for requests that are not navigations, such as a worker caching the
 * page.
 */
export const signInFor = (
  { headers, cookies, url }: FastifyRequest,
  { AUTH_SITE_URL }: Config,
): string | null => {
  if (headers['sec-fetch-dest'] !== 'document' || cookies[USER_TOKENS] !== undefined) return null
  if (!AUTH_SITE_URL.startsWith('/') || AUTH_SITE_URL.includes('{network}')) return null
  const site = new URL(AUTH_SITE_URL, 'http://page')
  // `/` is the landing page after signing out: no need to return there.
  if (url.split('?')[0] !== '/') site.searchParams.set('return_to', url)
  return site.pathname + site.search
}
