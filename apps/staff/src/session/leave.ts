import { config } from '../lib/config.ts'
import { knownNetwork } from './stored-session.ts'

/** Address of the authentication site, with the network filled in and, when asked, where to come back to. */
export const authSiteUrl = (returnTo?: string): string => {
  const network = knownNetwork()
  const filled =
    network === null
      ? config.auth_site_url.replace('{network}.', '').replace('{network}', '')
      : config.auth_site_url.replace('{network}', encodeURIComponent(network))
  const url = new URL(filled, location.origin)
  if (returnTo !== undefined)
    url.searchParams.set('return_to', url.origin === location.origin ? returnTo : location.origin + returnTo)
  return url.href
}

let isLeaving = false

/** From here on the page only goes away: nothing else may send the browser elsewhere. False when it already does. */
export const beginLeaving = (): boolean => {
  if (isLeaving) return false
  isLeaving = true
  return true
}

/** Sends the browser to the authentication site, which comes back to `returnTo`; null: to wherever it likes. */
export const leaveForSignIn = (returnTo: string | null = location.pathname + location.search): void => {
  if (beginLeaving()) location.replace(authSiteUrl(returnTo ?? undefined))
}

/** Where one lands after logout. */
export const leaveForLanding = (): void => {
  if (beginLeaving()) location.replace('/')
}

const mark = (restaurant: string): string => `refused-entry:${restaurant}`

const LOOP_MS = 30_000
const TRIES = 3

const triesOf = (restaurant: string): number[] => {
  const stored: unknown = JSON.parse(sessionStorage.getItem(mark(restaurant)) ?? '[]')
  return Array.isArray(stored) ? stored.filter((time) => Date.now() - Number(time) < LOOP_MS) : []
}

/**
 * A 403 leads to the authentication site: true when it does so now. The site may know the person and send them straight
 * back, so from the second time on it is not asked to; when it still does, again and again within half a minute, the
 * page itself must tell that the door is closed.
 */
export const leaveForEntry = (restaurant: string): boolean => {
  // Another call of this page has been refused as well.
  if (isLeaving) return true
  try {
    const tries = triesOf(restaurant)
    if (tries.length >= TRIES) return false
    sessionStorage.setItem(mark(restaurant), JSON.stringify([...tries, Date.now()]))
    leaveForSignIn(tries.length === 0 ? location.pathname + location.search : null)
    return true
  } catch {
    // Without a memory there is no telling a loop.
    return false
  }
}

window.addEventListener('pageshow', (event) => {
  if (event.persisted) isLeaving = false
})
