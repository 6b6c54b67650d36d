import type { Screen } from '@podmoga/contract/screen'
import { isShortcut, RESTAURANT, RESTAURANT_ID, shortcutPath } from '@podmoga/contract/staff-pages'
import { after, painted, parsed, startApp } from './start/app-scripts.ts'

/*
 * Draws the first screen before the app has come, then starts the app: a script of its own in the head, with the little
 * that it imports. It asks for what the server has drawn, with the same headers as every call, and leaves everything else (a
 * session that has run out, a refusal, no network, a backend without this call) to the app.
 */

const readJson = (text: string | null | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(text || '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

interface Session {
  token: string
  network: string | undefined
  /** The restaurant one was in. */
  restaurant: string | undefined
}

/** The stored session, unless its token has run out. */
const sessionInCookie = (): Session | null => {
  const value = /(?:^|; )user_tokens=([^;]*)/.exec(document.cookie)?.[1]
  if (value === undefined) return null
  try {
    const { access_token, business, id } = readJson(decodeURIComponent(value)) as {
      access_token?: string
      business?: { network?: string }
      id?: string | number
    }
    const payload = access_token?.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/')
    const { exp } = readJson(atob(payload ?? '')) as { exp?: number }
    if (access_token === undefined || (exp ?? 0) * 1000 < Date.now()) return null
    return {
      token: access_token,
      network: business?.network || undefined,
      restaurant: id === undefined ? id : String(id),
    }
  } catch {
    return null
  }
}

/**
 * The installed app and its shortcuts open `/`, which leads on to the restaurant one was in (the staff app's
 * landing.page.tsx). Its address is put there at once: the screen is drawn, and its code comes, as at any other opening.
 */
const enterRestaurant = ({ restaurant = '' }: Session): void => {
  if (location.pathname !== '/' || !new RegExp(`^${RESTAURANT}$`).test(restaurant)) return
  const query = new URLSearchParams(location.search)
  const open = query.get('open')
  if (!isShortcut(open ?? '')) return
  if (open === null && !matchMedia('(display-mode: standalone)').matches) return
  const path = shortcutPath(restaurant, open)
  history.replaceState(null, '', path + (query.has('shared') ? '?shared' : ''))
  // As theme-boot.ts says it, which has seen the other address.
  document.documentElement.dataset.depth = String(path.split('/').length - 1)
}

/** Where the page asks for its screen, and as whom: staff inside a restaurant, support at the desk. */
interface AccessGate {
  call: 'help_desk/screen/' | 'desk/screen/'
  headers: (session: Session) => Record<string, string>
}

const doorOf = (path: string): AccessGate | null => {
  if (path === '/desk/') return { call: 'desk/screen/', headers: () => ({}) }
  // A page of the desk that is not drawn is no restaurant's either.
  if (path.startsWith('/desk/')) return null
  const restaurant_id = new RegExp(`^/(${RESTAURANT_ID})(?:/|$)`).exec(path)?.[1]
  if (restaurant_id === undefined) return null
  return {
    call: 'help_desk/screen/',
    headers: ({ network }) => ({
      AuthRestaurantId: restaurant_id,
      ...(network === undefined ? {} : { AuthBusinessNetwork: network }),
    }),
  }
}

const ask = async ({ call, headers }: AccessGate, session: Session): Promise<Screen | null> => {
  const { base_url = '/api/' } = readJson(document.getElementById('config')?.textContent)
  // What is drawn names its files by the server's own paths: with the calls on another origin they lead nowhere.
  if (new URL(String(base_url), location.origin).origin !== location.origin) return null
  const query = new URLSearchParams({
    path: location.pathname + location.search,
    width: String(innerWidth),
    height: String(innerHeight),
    offset: String(-new Date().getTimezoneOffset()),
  })
  const answer = await fetch(`${base_url}${call}?${query}`, {
    headers: {
      Authorization: `Bearer ${session.token}`,
      'Accept-Language': 'ru',
      ...headers(session),
    },
    cache: 'no-store',
    credentials: 'same-origin',
  })
  return answer.ok ? ((await answer.json()) as Screen) : null
}

/** What our server has drawn out of its own components, escaped by them, may become HTML; nothing else passes here. */
const trusted = (html: string): string => {
  const factory = (window as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } })
    .trustedTypes
  if (factory === undefined) return html
  const policy = factory.createPolicy('page-screen', { createHTML: (text: string) => text }) as {
    createHTML: (text: string) => string
  }
  return policy.createHTML(html)
}

/** Whether the screen has been drawn. */
const draw = async (door: AccessGate, session: Session): Promise<boolean> => {
  const screen = await ask(door, session)
  await parsed
  // Gone once the app has drawn itself.
  const place = document.querySelector('.before-main')
  // A backend of others may know this address and answer something else.
  if (typeof screen?.html !== 'string' || !Array.isArray(screen.answers) || place === null) return false
  window.podmoga_screen = screen
  place.innerHTML = trusted(screen.html)
  for (const styled of place.querySelectorAll<HTMLElement>('[data-style]'))
    styled.style.cssText = styled.dataset.style ?? ''
  for (const region of place.querySelectorAll('[data-at-end]')) region.scrollTop = region.scrollHeight
  return true
}

const PRERENDERED_WITHIN_MS = 1000
const PAINTED_WITHIN_MS = 150

/** Settles when the app may come: text is worth more than code, and they share one line. */
const drawn = async (door: AccessGate, session: Session): Promise<void> => {
  if (await draw(door, session)) await Promise.race([painted(), after(PAINTED_WITHIN_MS)])
}

/**
 * Off to the authentication site, as session/leave.ts does it, without waiting for the app: there is nothing to renew
 * and nothing to show. Only for the pages that are drawn; what another address means the app knows.
 */
const leaveForSignIn = (): void => {
  const { auth_site_url = '/intranet/' } = readJson(document.getElementById('config')?.textContent) as {
    auth_site_url?: string
  }
  let network: string | null = null
  try {
    network = localStorage.getItem('network')
  } catch {
    // Without storage only the long way to the sign-in is known.
  }
  const filled =
    network === null
      ? auth_site_url.replace('{network}.', '').replace('{network}', '')
      : auth_site_url.replace('{network}', encodeURIComponent(network))
  const url = new URL(filled, location.origin)
  const here = location.pathname + location.search
  // `/` is where one lands after signing out: nothing to come back to.
  if (location.pathname !== '/')
    url.searchParams.set('return_to', url.origin === location.origin ? here : location.origin + here)
  location.replace(url.href)
}

window.addEventListener('beforeunload', () => {
  window.podmoga_left = performance.now()
})

const isStranger = !/(?:^|; )user_tokens=/.test(document.cookie)
const isPrerenderedPage = document.querySelector('script[type="later"]') !== null
/** Opened by the worker without the server: there is nobody to ask. */
const isKeptPage = document.documentElement.dataset.kept !== undefined

const session = sessionInCookie()
if (session !== null) enterRestaurant(session)
const door = doorOf(location.pathname)
// In a tab that nobody sees nothing is painted.
if (isStranger && isPrerenderedPage && !isKeptPage) leaveForSignIn()
else if (door === null || session === null || document.hidden || isKeptPage) void startApp()
else
  Promise.race([drawn(door, session), after(PRERENDERED_WITHIN_MS)])
    // The app asks for itself, and says what is wrong.
    .catch(() => null)
    .then(startApp)
