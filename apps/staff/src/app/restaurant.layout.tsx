import { checkConnectivity } from '@podmoga/web/connectivity'
import type { SyncNews } from '@podmoga/web/outbox/worker'
import type { OpenNews } from '@podmoga/web/push/push-worker'
import { leaveForLanding, leaveForSignIn } from '@podmoga/web/session/leave'
import {
  isSomebodyElses,
  onSessionChange,
  personHere,
  readSession,
} from '@podmoga/web/session/stored-session'
import { notifyTabs, onTabNews } from '@podmoga/web/session/tabs'
import { startLate } from '@podmoga/web/start/when-fetched'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { isOurPath, isRestaurantId, paths } from '../lib/paths.ts'
import { type Scope, ScopeProvider } from '../lib/scope.tsx'
import { Trouble } from '../lib/trouble.ts'
import { SessionGuard } from '../session/session-guard.tsx'
import { makeScopeCall } from './call.ts'
import { FeatureParts } from './feature-parts.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { Shell } from './shell/shell.tsx'
import { signOutHere } from './sign-out.ts'
import { useLiveEvents } from './use-live-events.ts'

/** Follows the user's other tabs: a sign-out or a change of restaurant there applies here too. */
function useTabNews(enter: (id: string) => void): void {
  useEffect(
    () =>
      onTabNews((news) => {
        if (news.kind === 'restaurant') return enter(news.id)
        document.body.hidden = true
        if (news.kind === 'signed_out') leaveForLanding((news.app ?? 'staff') === 'staff')
        else leaveForSignIn()
      }),
    [enter],
  )
}

/**
 * The user this page belongs to. If another user signs in in another tab, the session guard shows that; a page opened with
 * another user's old token is reloaded.
 */
function usePerson(): string {
  const [person] = useState(personHere)
  useEffect(
    () =>
      onSessionChange(() => {
        if (readSession() === null || isSomebodyElses() || personHere() === person) return
        document.body.hidden = true
        setTimeout(() => location.reload())
      }),
    [person],
  )
  return person
}

const TROUBLE = <FeatureParts at="trouble" />

type Start = (scope: Scope, queryClient: QueryClient) => () => void

/** Loads code and runs it in the background; stops it when the restaurant changes. */
function useStarted(load: () => Promise<Start>, scope: Scope, queryClient: QueryClient): void {
  const first = useRef(load)
  useEffect(() => startLate(first.current, scope, queryClient), [scope, queryClient])
}

function InRestaurant({ restaurantId }: { restaurantId: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const person = usePerson()
  const scope = useMemo<Scope>(
    () => ({ restaurantId, person, call: makeScopeCall(restaurantId, person) }),
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
  useLiveEvents(scope)
  useEffect(() => {
    const worker = navigator.serviceWorker
    const go = ({ data }: MessageEvent) => {
      const { open, sync } = (data ?? {}) as Partial<OpenNews & SyncNews>
      // The browser reports that it is back online: check that, which also starts delivering the outbox.
      if (sync === true) void checkConnectivity()
      if (typeof open === 'string' && isOurPath(open)) void navigate(open)
    }
    worker?.addEventListener('message', go)
    // Some browsers queue the worker's messages until this call.
    worker?.startMessages()
    return () => worker?.removeEventListener('message', go)
  }, [navigate])
  useStarted(() => import('./after-page.ts').then(({ startRest }) => startRest), scope, queryClient)
  const choose = (id: string) => {
    enter(id)
    notifyTabs({ kind: 'restaurant', id })
  }
  return (
    <ScopeProvider value={scope}>
      <Shell onRestaurant={choose} onSignOut={signOutHere}>
        <Suspense fallback={<span hidden data-waiting />}>
          <Trouble value={TROUBLE}>
            <Outlet />
          </Trouble>
        </Suspense>
      </Shell>
    </ScopeProvider>
  )
}

/** Layout of everything below /{restaurantId}: requires a session, sets the restaurant's scope, renders the shell. */
export function RestaurantLayout() {
  const { restaurantId = '' } = useParams()
  if (!isRestaurantId(restaurantId)) return <NotFoundPage />
  return (
    <SessionGuard restaurantId={restaurantId} onSignOut={signOutHere}>
      <InRestaurant key={restaurantId} restaurantId={restaurantId} />
    </SessionGuard>
  )
}
