import type { Settings } from '@podmoga/contract/settings'
import { USER_TOKENS } from '@podmoga/contract/user-tokens'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { makeLoad } from '../http/app-server.ts'

/** The sign-in, which needs no session; it comes drawn in the page itself to whoever brings none. */
export const SIGN_IN = '/intranet/'

/** Draws the sign-in as HTML: once for each state of the settings, which is all that it says. Null: it cannot be drawn. */
export const makePrerenderSignIn = ({ log, warmUp, settings }: Pick<Deps, 'log' | 'warmUp' | 'settings'>) => {
  const load = makeLoad<{ prerenderSignIn: (settings: Settings) => string }>({ log, warmUp }, 'intranet')
  let last: { said: string; html: string } | null = null
  return async (): Promise<string | null> => {
    const said = settings.pageOfAll()
    const key = JSON.stringify(said)
    if (last?.said === key) return last.html
    try {
      const html = (await load())?.prerenderSignIn(said)
      if (html === undefined) return null
      last = { said: key, html }
      return html
    } catch (error) {
      log.error({ err: error }, 'the sign-in could not be drawn')
      return null
    }
  }
}

/**
 * Where a browser that opens a page of the staff app without a session is sent at once: it would load the page only to be
 * led there by its script (leaveForSignIn in src/prerender-screen.ts). Null: the page itself knows more, such as the network of the
 * person's business, or another origin; so it does for whatever is no browser's own opening, like a worker keeping the page.
 */
export const signInFor = (
  { headers, cookies, url }: FastifyRequest,
  { AUTH_SITE_URL }: Config,
): string | null => {
  if (headers['sec-fetch-dest'] !== 'document' || cookies[USER_TOKENS] !== undefined) return null
  if (!AUTH_SITE_URL.startsWith('/') || AUTH_SITE_URL.includes('{network}')) return null
  const site = new URL(AUTH_SITE_URL, 'http://page')
  // `/` is where one lands after signing out: nothing to come back to.
  if (url.split('?')[0] !== '/') site.searchParams.set('return_to', url)
  return site.pathname + site.search
}
