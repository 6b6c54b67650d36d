import { useSearchParams } from '@podmoga/web/router'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { readSession } from '@podmoga/web/session/stored-session'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { isRestaurantId, paths } from '../lib/paths.ts'

/** Pages that a shortcut of the installed app, or the system's «Поделиться», may open. */
const OPEN: Record<string, (restaurant: string) => string> = {
  '': paths.home,
  tickets: paths.tickets,
  'tickets/add': paths.newTicket,
}

/** Whether the app stands on the phone's home screen, or has no network to ask the authentication site by. */
const staysHere = (): boolean => !navigator.onLine || window.matchMedia('(display-mode: standalone)').matches

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
  const staysOpen = isKnown && (asked !== null || staysHere())
  useEffect(() => {
    if (!staysOpen) leaveForSignIn(null)
  }, [staysOpen])
  if (!staysOpen) return null
  return <Navigate to={open(restaurant) + (search.has('shared') ? '?shared' : '')} replace />
}
