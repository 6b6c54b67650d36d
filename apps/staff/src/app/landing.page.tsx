import { checkConnectivity } from '@podmoga/web/connectivity'
import { useSearchParams } from '@podmoga/web/router'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { readSession } from '@podmoga/web/session/stored-session'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { isRestaurantId, paths } from '../lib/paths.ts'

/** Pages that a shortcut of the installed app, or the system's «Поделиться», may open. */
const OPEN: Record<string, (restaurant: string) => string> = {
  '': paths.home,
  tickets: paths.tickets,
  'tickets/add': paths.newTicket,
}

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
  const asked = search.get('open')
  const open = Object.hasOwn(OPEN, asked ?? '') ? OPEN[asked ?? ''] : undefined
  const isKnown = open !== undefined && isRestaurantId(restaurant)
  const [isAway, setAway] = useState(false)
  const isAsked = asked !== null && open !== undefined
  const staysOpen = isKnown && (asked !== null || isAway || isInstalled())
  useEffect(() => {
    if (staysOpen) return
    // Nobody is signed in: what a shortcut or another app has asked for is there after the sign-in.
    if (isAsked && readSession() === null) return leaveForSignIn()
    if (!(isKnown && mayBeAway())) return leaveForSignIn(null)
    void checkConnectivity().then((isOnline) => (isOnline ? leaveForSignIn(null) : setAway(true)))
  }, [staysOpen, isKnown, isAsked])
  if (!staysOpen) return null
  return <Navigate to={open(restaurant) + (search.has('shared') ? '?shared' : '')} replace />
}
