import { config } from '@podmoga/web/config'
import { explain } from '@podmoga/web/explain'
import { endSession } from '@podmoga/web/session/sign-out'
import { useCallback, useEffect, useState } from 'react'
import { IntranetView, type View } from './intranet.view.tsx'
import { type Memberships, mayEnter, onlyWayIn } from './return-to.ts'
import { findMemberships } from './session.api.ts'
import { SESSION } from './session.texts.ts'
import { forwardOnce, wantedPath } from './sign-in/forward.ts'

/**
 * Checks whether a user is signed in already and chooses the view. With `isDrawn` the form is on screen and may be filled in
 * already, so it is replaced only if a user is signed in; errors of the check are not shown, as submitting the form would show
 * them.
 */
function useView(isDrawn: boolean) {
  const [view, setView] = useState<View>({ at: isDrawn ? 'sign_in' : 'checking' })
  const check = useCallback(async (signal?: AbortSignal, isQuiet = false) => {
    const show = (next: View) => {
      if (signal?.aborted !== true) setView(next)
    }
    if (!isQuiet) show({ at: 'checking' })
    try {
      const memberships = await findMemberships(signal)
      if (signal?.aborted === true) return
      const wanted = wantedPath()
      if (memberships === null) {
        if (!isQuiet) show({ at: 'sign_in' })
      } else if (wanted !== null && forwardOnce(wanted, memberships)) show({ at: 'going' })
      else show({ at: 'memberships', memberships, isTurnedAway: wanted !== null })
    } catch (error) {
      if (!isQuiet) show({ at: 'failed', why: explain(error) })
    }
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    void check(controller.signal, isDrawn)
    const wake = (event: PageTransitionEvent) => {
      if (event.persisted) void check()
    }
    window.addEventListener('pageshow', wake)
    return () => {
      controller.abort()
      window.removeEventListener('pageshow', wake)
    }
  }, [check, isDrawn])
  const entered = (memberships: Memberships) => {
    const wanted = wantedPath()
    const goal = wanted !== null && mayEnter(wanted, memberships) ? wanted : onlyWayIn(memberships)
    if (goal === null)
      return setView({
        at: 'memberships',
        memberships: { first_name: null, ...memberships },
        isTurnedAway: wanted !== null,
      })
    setView({ at: 'going' })
    location.replace(goal)
  }
  return { view, setView, check, entered }
}

/** The authentication site: signs users in and leads them to their restaurants or the desk. */
export function IntranetPage({ isDrawn }: { isDrawn: boolean }) {
  const { view, setView, check, entered } = useView(isDrawn)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const title = view.at === 'memberships' ? SESSION.memberships_title : SESSION.sign_in_title
    document.title = `${title} · ${config.brand}`
  }, [view.at])
  const signOut = async () => {
    setLeaving(true)
    await endSession('intranet')
    setLeaving(false)
    setView({ at: 'sign_in' })
  }
  return (
    <IntranetView
      view={view}
      onEntered={entered}
      onSignOut={() => void signOut()}
      isLeaving={isLeaving}
      onRetry={() => void check()}
    />
  )
}
