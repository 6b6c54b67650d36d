import type { Screen } from '@podmoga/contract/screen'
import { isShortcut, RESTAURANT, RESTAURANT_ID, shortcutPath } from '@podmoga/contract/staff-pages'
import { after, painted, parsed, startApp } from './start/app-scripts.ts'

/*
 * Shows the first screen before the app has loaded, then starts the app. A separate small script in the head. It fetches the
 * screen rendered by the server, with the same headers as every call, and leaves all other cases (an expired session, a
 * refusal, no network, a backend without this call) to the app.
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
  /** The restaurant that was last open. */
  restaurant: string | undefined
}

/** The stored session; null if there is none or its token has expired. */
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
 * The installed app and its shortcuts open `/`, which redirects to the last open restaurant (the staff app's
 * landing.page.tsx). Sets that URL at once, so that its screen is fetched and its code loaded as on any other opening.
 */
const enterRestaurant = ({ restaurant = '' }: Session): void => {
  if (location.pathname !== '/' || !new RegExp(`^${RESTAURANT}$`).test(restaurant)) return
  const query = new URLSearchParams(location.search)
  const open = query.get('open')
  if (!isShortcut(open ?? '')) return
  if (open === null && !matchMedia('(display-mode: standalone)').matches) return
  const path = shortcutPath(restaurant, open)
  history.replaceState(null, '', path + (query.has('shared') ? '?shared' : ''))
  // theme-boot.ts set this for the previous URL.
  document.documentElement.dataset.depth = String(path.split('/').length - 1)
}

/** The call that returns the page's screen, and its headers: for staff inside a restaurant, or for the desk. */
interface AccessGate {
  call: 'help_desk/screen/' | 'desk/screen/'
  headers: (session: Session) => Record<string, string>
}

const doorOf = (path: string): AccessGate | null => {
  if (path === '/desk/') return { call: 'desk/screen/', headers: () => ({}) }
  // Other pages of the desk are not prerendered, and must not match as a restaurant.
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
  // The rendered HTML refers to files by the server's own paths, which do not resolve if the API is on another origin.
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

/** Trusts HTML rendered, and escaped, by our server's components; used for nothing else. */
const trusted = (html: string): string => {
  const factory = (window as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } })
    .trustedTypes
  if (factory === undefined) return html
  const policy = factory.createPolicy('page-screen', { createHTML: (text: string) => text }) as {
    createHTML: (text: string) => string
  }
  return policy.createHTML(html)
}

/** Fetches and shows the screen; returns whether it was shown. */
const draw = async (door: AccessGate, session: Session): Promise<boolean> => {
  const screen = await ask(door, session)
  await parsed
  // The element is removed when the app renders.
  const place = document.querySelector('.before-main')
  // Another backend may have the same path with a different answer.
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

/** Settles when the app may load: the screen comes first, as the app's code competes for the same bandwidth. */
const drawn = async (door: AccessGate, session: Session): Promise<void> => {
  if (await draw(door, session)) await Promise.race([painted(), after(PAINTED_WITHIN_MS)])
}

/**
 * Redirects to the authentication site like session/leave.ts, without waiting for the app: there is no session to renew and
 * nothing to show. Only for prerendered pages; the app handles all other URLs.
 */
const leaveForSignIn = (): void => {
  const { auth_site_url = '/intranet/' } = readJson(document.getElementById('config')?.textContent) as {
    auth_site_url?: string
  }
  let network: string | null = null
  try {
    network = localStorage.getItem('network')
  } catch {
    // Without storage the network is unknown, and the general sign-in page is used.
  }
  const filled =
    network === null
      ? auth_site_url.replace('{network}.', '').replace('{network}', '')
      : auth_site_url.replace('{network}', encodeURIComponent(network))
  const url = new URL(filled, location.origin)
  const here = location.pathname + location.search
  // `/` is the landing page after signing out: there is no page to return to.
  if (location.pathname !== '/')
    url.searchParams.set('return_to', url.origin === location.origin ? here : location.origin + here)
  location.replace(url.href)
}

window.addEventListener('beforeunload', () => {
  window.podmoga_left = performance.now()
})

const isStranger = !/(?:^|; )user_tokens=/.test(document.cookie)
const isPrerenderedPage = document.querySelector('script[type="later"]') !== null
/** The service worker served the page from its cache: the server is unreachable. */
const isKeptPage = document.documentElement.dataset.kept !== undefined

const session = sessionInCookie()
if (session !== null) enterRestaurant(session)
const door = doorOf(location.pathname)
// A hidden tab does not paint, so do not wait for it.
if (isStranger && isPrerenderedPage && !isKeptPage) leaveForSignIn()
else if (door === null || session === null || document.hidden || isKeptPage) void startApp()
else
  Promise.race([drawn(door, session), after(PRERENDERED_WITHIN_MS)])
    // The app makes its own calls, and reports errors.
    .catch(() => null)
    .then(startApp)
