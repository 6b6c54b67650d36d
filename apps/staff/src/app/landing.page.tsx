import { isShortcut, shortcutPath } from '@podmoga/contract/staff-pages'
import { checkConnectivity } from '@podmoga/web/connectivity'
import { useSearchParams } from '@podmoga/web/router'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { readSession } from '@podmoga/web/session/stored-session'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { isRestaurantId } from '../lib/paths.ts'

/** Whether the app is installed on the home screen. */
const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches

/** Whether the authentication site may be unreachable: only a page served by a service worker opens offline. */
const mayBeOffline = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * The landing page after sign-out. The URL names no restaurant, so it redirects to the authentication site, which knows the
 * user's restaurants and opens the only one directly. The installed app opens its last restaurant.
 */
export function LandingPage() {
  const [search] = useSearchParams()
  const restaurant = readSession()?.id ?? ''
  // Set by a shortcut of the installed app or by the system's share sheet («Поделиться»).
  const asked = search.get('open')
  const isPage = isShortcut(asked ?? '')
  const isKnown = isPage && isRestaurantId(restaurant)
  const [isOffline, setOffline] = useState(false)
  const isAsked = asked !== null && isPage
  const staysOpen = isKnown && (asked !== null || isOffline || isInstalled())
  useEffect(() => {
    if (staysOpen) return
    // Not signed in: the shortcut or shared files are handled after the sign-in.
    if (isAsked && readSession() === null) return leaveForSignIn()
    if (!(isKnown && mayBeOffline())) return leaveForSignIn(null)
    void checkConnectivity().then((isOnline) => (isOnline ? leaveForSignIn(null) : setOffline(true)))
  }, [staysOpen, isKnown, isAsked])
  if (!staysOpen) return null
  return <Navigate to={shortcutPath(restaurant, asked) + (search.has('shared') ? '?shared' : '')} replace />
}
