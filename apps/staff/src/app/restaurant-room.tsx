import { readToken } from '@podmoga/contract/access-token'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { leaveForLanding, leaveForSignIn } from '../session/leave.ts'
import { SessionGuard } from '../session/session-guard.tsx'
import { readSession } from '../session/stored-session.ts'
import { onTabNews, tellTabs } from '../session/tabs.ts'
import { makePlaceCall } from './call.ts'
import { NotFoundPage } from './not-found.page.tsx'
import { isRestaurantId, paths } from './paths.ts'
import { type Place, PlaceProvider } from './place.tsx'
import { Shell } from './shell/shell.tsx'
import { signOutHere } from './sign-out.ts'
import { useLiveEvents } from './use-live-events.ts'

/** Hears the person's other tabs: a logout or another restaurant there happens here too. */
function useTabNews(enter: (id: string) => void): void {
  useEffect(
    () =>
      onTabNews((news) => {
        if (news.kind === 'restaurant') return enter(news.id)
        document.body.hidden = true
        if (news.kind === 'signed_out') leaveForLanding()
        else leaveForSignIn()
      }),
    [enter],
  )
}

function Room({ restaurantId }: { restaurantId: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const token = readSession()?.access_token ?? ''
  const person = readToken(token)?.sub ?? ''
  const place = useMemo<Place>(
    () => ({ restaurantId, person, call: makePlaceCall(restaurantId) }),
    [restaurantId, person],
  )
  const enter = useMemo(
    () => (id: string) => {
      if (id === restaurantId) return
      queryClient.clear()
      void navigate(paths.home(id))
    },
    [navigate, queryClient, restaurantId],
  )
  useTabNews(enter)
  useLiveEvents(restaurantId)
  useEffect(() => {
    // Unsent replies of an earlier visit go on, whatever page this is; the page itself comes first.
    const timer = setTimeout(
      () => void import('../tickets/outbox.ts').then(({ openOutbox }) => openOutbox(place, queryClient)),
    )
    return () => clearTimeout(timer)
  }, [place, queryClient])
  const choose = (id: string) => {
    enter(id)
    tellTabs({ kind: 'restaurant', id })
  }
  return (
    <PlaceProvider value={place}>
      <Shell onRestaurant={choose} onSignOut={signOutHere}>
        <Suspense fallback={<span hidden data-waiting />}>
          <Outlet />
        </Suspense>
      </Shell>
    </PlaceProvider>
  )
}

/** Everything below /{restaurantId}: guarded by the session, bound to the restaurant, inside the shell. */
export function RestaurantRoom() {
  const { restaurantId = '' } = useParams()
  if (!isRestaurantId(restaurantId)) return <NotFoundPage />
  return (
    <SessionGuard restaurantId={restaurantId} onSignOut={signOutHere}>
      <Room key={restaurantId} restaurantId={restaurantId} />
    </SessionGuard>
  )
}
