import { tokensIn } from '@podmoga/contract/user-tokens'
import { config } from '../lib/config.ts'

/** Address of the authentication site. */
export const authSiteUrl = (return_to?: string): string => {
  const network = tokensIn(document.cookie)?.business?.network
  const filled =
    network === undefined
      ? config.auth_site_url.replace('{network}.', '').replace('{network}', '')
      : config.auth_site_url.replace('{network}', encodeURIComponent(network))
  const url = new URL(filled, location.origin)
  if (return_to !== undefined)
    url.searchParams.set(
      'return_to',
      url.origin === location.origin ? return_to : location.origin + return_to,
    )
  return url.href
}

let isLeaving = false

/** Sends the browser to the authentication site, which comes back to the present address. */
export const leaveForSignIn = (): void => {
  if (isLeaving) return
  isLeaving = true
  location.replace(authSiteUrl(location.pathname + location.search))
}

window.addEventListener('pageshow', (event) => {
  if (event.persisted) isLeaving = false
})
