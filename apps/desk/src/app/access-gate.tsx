import { Button } from '@podmoga/ui/button/button'
import { ClosedPage } from '@podmoga/ui/empty-state/closed-page'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Loading } from '@podmoga/ui/loading/loading'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { isRefusal } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { ConfirmationHost } from '@podmoga/web/security/confirmation-host'
import { leaveForSignIn } from '@podmoga/web/session/leave'
import { noteSignOut } from '@podmoga/web/session/signed-out'
import { isSomebodyElses, onSessionChange, personHere } from '@podmoga/web/session/stored-session'
import { onTabNews } from '@podmoga/web/session/tabs'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Offline } from '../lib/offline/offline.ts'
import { ScopeProvider } from '../lib/scope.tsx'
import { deskQuery } from '../session/session.api.ts'
import { SESSION } from '../session/session.texts.ts'
import styles from './access-gate.module.css'
import { APP } from './app.texts.ts'
import { deskCall } from './call.ts'
import { firstSection, mayEnter, sectionAt } from './sections.ts'
import { signOutHere } from './sign-out.ts'

const Closed = lazyPart(() => import('./closed.tsx').then((module) => module.Closed), { inPlace: true })
const StepGate = lazy(() =>
  import('../session/step-gate.tsx').then((module) => ({ default: module.StepGate })),
)

function SomebodyElse() {
  return (
    <ClosedPage title={SESSION.somebody_else} hint={SESSION.somebody_else_hint}>
      <Button onClick={() => leaveForSignIn()}>{SESSION.sign_in}</Button>
    </ClosedPage>
  )
}

const waiting: ReactNode = (
  <div className={styles.waiting}>
    <Spinner size="l" />
  </div>
)

/** Checks the session and lets each person into the sections of their roles. */
export function AccessGate() {
  const section = sectionAt(useLocation().pathname)
  const query = useQuery({ ...deskQuery(deskCall), refetchOnWindowFocus: true })
  const { data: me, error, isPending, refetch } = query
  useEffect(
    () =>
      onTabNews((news) => {
        if (news.kind === 'signed_out') noteSignOut((news.app ?? 'desk') === 'desk')
        if (news.kind !== 'restaurant') leaveForSignIn()
      }),
    [],
  )
  const isOthers = useSyncExternalStore(onSessionChange, isSomebodyElses)
  const scope = useMemo(() => (me === undefined ? null : { me, person: personHere(), call: deskCall }), [me])
  if (isOthers) return <SomebodyElse />
  if (scope === null && query.isPaused) return <Offline />
  // A 401 has already started the redirect to sign-in.
  if (isPending || isRefusal(error, 'unauthorized') || isRefusal(error, 'token_expired'))
    return (
      <Loading isLoading skeleton={waiting}>
        {null}
      </Loading>
    )
  if (isRefusal(error, 'forbidden')) return <Closed />
  if (scope === null)
    return (
      <main className={styles.failed}>
        <QueryError of={query} text={APP.desk_failed} />
      </main>
    )
  if (scope.me.needs_second_step === true)
    return (
      <ScopeProvider value={scope}>
        <Suspense fallback={waiting}>
          <StepGate onPassed={() => void refetch()} onSignOut={() => void signOutHere()} />
        </Suspense>
        <ConfirmationHost call={deskCall} />
      </ScopeProvider>
    )
  if (section !== null && !mayEnter(section, scope.me.roles))
    return <Navigate to={firstSection(scope.me.roles)} replace />
  return (
    <ScopeProvider value={scope}>
      <Suspense fallback={waiting}>
        <Outlet />
      </Suspense>
      <ConfirmationHost call={deskCall} />
    </ScopeProvider>
  )
}
