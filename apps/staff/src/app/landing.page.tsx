import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { leaveForSignIn } from '../session/leave.ts'
import { readSession } from '../session/stored-session.ts'
import { isRestaurantId, paths } from './paths.ts'

/** Where one lands after logout: on to the stored restaurant, or to the authentication site. */
export function LandingPage() {
  const navigate = useNavigate()
  useEffect(() => {
    const restaurant = readSession()?.id
    if (restaurant !== undefined && isRestaurantId(restaurant))
      void navigate(paths.home(restaurant), { replace: true })
    else leaveForSignIn(null)
  }, [navigate])
  return null
}
