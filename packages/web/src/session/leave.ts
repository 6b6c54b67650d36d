import { config } from '../config.ts'
import { beforeLeaving } from './before-leaving.ts'
import { knownNetwork } from './stored-session.ts'

/** Address of the authentication site, with the network filled in and, when asked, where to come back to. */
export const authSiteUrl = (returnTo?: string): string => {
  const network = knownNetwork()
  const filled = config.auth_site_url.replace(
    /\{network\}(\.?)/,
    network === null ? '' : `${encodeURIComponent(network)}$1`,
  )
  const url = new URL(filled, location.origin)
  if (returnTo !== undefined)
    url.searchParams.set('return_to', url.origin === location.origin ? returnTo : location.origin + returnTo)
  return url.href
}

let hasLeft = false

/** From here on the page only goes away: nothing else may send the browser elsewhere. False when it already does. */
export const beginLeaving = (): boolean => {
  if (hasLeft) return false
  hasLeft = true
  return true
}

/** Sends the browser to the authentication site, which comes back to `returnTo`; null: to wherever it likes. */
export const leaveForSignIn = (returnTo: string | null = location.pathname + location.search): void => {
  if (!beginLeaving()) return
  const go = () => location.replace(authSiteUrl(returnTo ?? undefined))
  if (beforeLeaving.size === 0) go()
  else void Promise.allSettled(Array.from(beforeLeaving, (wait) => wait())).then(go)
}

/** Where one lands after logout. */
export const leaveForLanding = (): void => {
  if (beginLeaving()) location.replace('/')
}

/** Whether the page is on its way out. */
export const isLeaving = (): boolean => hasLeft

window.addEventListener('pageshow', (event) => {
  if (event.persisted) hasLeft = false
})
