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

/**
 * A 403 leads to the authentication site, once: true when it does so now. The site may know the person and send them
 * straight back; the second time the page itself must tell that the door is closed.
 */
export const leaveOnceForEntry = (restaurant: string): boolean => {
  try {
    if (sessionStorage.getItem(mark(restaurant)) !== null) return false
    sessionStorage.setItem(mark(restaurant), '1')
  } catch {
    return false
  }
  leaveForSignIn()
  return true
}

/** The restaurant has let us in: a later 403 may lead away again. */
export const forgetEntry = (restaurant: string): void => {
  try {
    sessionStorage.removeItem(mark(restaurant))
  } catch {
    // Nothing was stored then.
  }
}

window.addEventListener('pageshow', (event) => {
  if (event.persisted) isLeaving = false
})
