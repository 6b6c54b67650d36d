import { leaveForSignIn } from '@podmoga/web/session/leave'
import { useEffect } from 'react'

/**
 * Where one lands after logout. It names no restaurant, so it leads on to the authentication site, which knows the
 * person's restaurants and goes straight to an only one.
 */
export function LandingPage() {
  useEffect(() => leaveForSignIn(null), [])
  return null
}
