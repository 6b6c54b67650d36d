import { config } from '../config.ts'
import { beforeLeaving } from './before-leaving.ts'
import { clearSignOut, noteSignOut } from './signed-out.ts'
import { knownNetwork, readSession } from './stored-session.ts'

/** The URL of the authentication site, with the network filled in and, optionally, the path to return to. */
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

/** Marks the page as leaving, so that nothing else redirects the browser. False if it is already leaving. */
export const beginLeaving = (): boolean => {
  if (hasLeft) return false
  hasLeft = true
  return true
}

const leaveFor = (href: () => string): void => {
  if (!beginLeaving()) return
  const go = () => location.replace(href())
  if (beforeLeaving.size === 0) go()
  else void Promise.allSettled(Array.from(beforeLeaving, (wait) => wait())).then(go)
}

/** Redirects to the authentication site, which returns to `returnTo`; null: to its default. */
export const leaveForSignIn = (returnTo: string | null = location.pathname + location.search): void =>
  leaveFor(() => authSiteUrl(returnTo ?? undefined))

/** Redirects to the landing page after a sign-out, of this app or of another one. */
export const leaveForLanding = (isOfThisApp: boolean): void => {
  noteSignOut(isOfThisApp)
  leaveFor(() => '/')
}

/** Whether the page is being left. */
export const isLeaving = (): boolean => hasLeft

window.addEventListener('pageshow', (event) => {
  if (!event.persisted) return
  hasLeft = false
  if (readSession() !== null) clearSignOut()
})
