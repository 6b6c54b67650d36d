import { isShortcut, shortcutPath } from '@podmoga/contract/staff-pages'
import { checkConnectivity } from '@podmoga/web/connectivity'
import { useSearchParams } from '@podmoga/web/router'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { readSession } from '@podmoga/web/session/stored-session'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { isRestaurantId } from '../lib/paths.ts'

/** Whether the app stands on the phone's home screen. */
const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches

/** Whether the authentication site may be out of reach: only a page that a worker has kept opens without a network. */
const mayBeAway = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * Where one lands after logout. It names no restaurant, so it leads on to the authentication site, which knows the
 * person's restaurants and goes straight to an only one. The installed app opens the restaurant it was in.
 */
export function LandingPage() {
  const [search] = useSearchParams()
  const restaurant = readSession()?.id ?? ''
  // Asked by a shortcut of the installed app, or by the system's «Поделиться».
  const asked = search.get('open')
  const isPage = isShortcut(asked ?? '')
  const isKnown = isPage && isRestaurantId(restaurant)
  const [isAway, setAway] = useState(false)
  const isAsked = asked !== null && isPage
  const staysOpen = isKnown && (asked !== null || isAway || isInstalled())
  useEffect(() => {
    if (staysOpen) return
    // Nobody is signed in: what a shortcut or another app has asked for is there after the sign-in.
    if (isAsked && readSession() === null) return leaveForSignIn()
    if (!(isKnown && mayBeAway())) return leaveForSignIn(null)
    void checkConnectivity().then((isOnline) => (isOnline ? leaveForSignIn(null) : setAway(true)))
  }, [staysOpen, isKnown, isAsked])
  if (!staysOpen) return null
  return <Navigate to={shortcutPath(restaurant, asked) + (search.has('shared') ? '?shared' : '')} replace />
}
