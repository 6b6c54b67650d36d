import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { config } from '@podmoga/web/config'
import { explain } from '@podmoga/web/explain'
import { endSession } from '@podmoga/web/session/sign-out'
import { useCallback, useEffect, useState } from 'react'
import { CardSkeleton } from './card-skeleton.tsx'
import { forwardOnce, wantedPath } from './forward.ts'
import { Frame } from './frame.tsx'
import { PlacesCard } from './places-card.tsx'
import { mayEnter, onlyPlace, type Places } from './return-to.ts'
import { type FoundPlaces, findPlaces } from './session.api.ts'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'
import { SignInCard } from './sign-in-card.tsx'

type View =
  | { at: 'checking' | 'going' | 'sign_in' }
  | { at: 'failed'; why: string | undefined }
  | { at: 'places'; places: FoundPlaces; isTurnedAway: boolean }

/** Whether somebody is signed in already, and what follows from it. */
function useView() {
  const [view, setView] = useState<View>({ at: 'checking' })
  const check = useCallback(async (signal?: AbortSignal) => {
    setView({ at: 'checking' })
    try {
      const places = await findPlaces(signal)
      const wanted = wantedPath()
      if (places === null) setView({ at: 'sign_in' })
      else if (wanted !== null && forwardOnce(wanted, places)) setView({ at: 'going' })
      else setView({ at: 'places', places, isTurnedAway: wanted !== null })
    } catch (error) {
      if (signal?.aborted === true) return
      setView({ at: 'failed', why: explain(error) })
    }
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    void check(controller.signal)
    const wake = (event: PageTransitionEvent) => {
      if (event.persisted) void check()
    }
    window.addEventListener('pageshow', wake)
    return () => {
      controller.abort()
      window.removeEventListener('pageshow', wake)
    }
  }, [check])
  const entered = (places: Places) => {
    const wanted = wantedPath()
    const goal = wanted !== null && mayEnter(wanted, places) ? wanted : onlyPlace(places)
    if (goal === null)
      return setView({ at: 'places', places: { first_name: null, ...places }, isTurnedAway: wanted !== null })
    setView({ at: 'going' })
    location.replace(goal)
  }
  return { view, setView, check, entered }
}

const TITLES: Record<View['at'], string> = {
  checking: SESSION.sign_in_title,
  going: SESSION.sign_in_title,
  failed: SESSION.sign_in_title,
  sign_in: SESSION.sign_in_title,
  places: SESSION.places_title,
}

/** The authentication site: who are you, and where to. */
export function IntranetPage() {
  const { view, setView, check, entered } = useView()
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    document.title = `${TITLES[view.at]} · ${config.brand}`
  }, [view.at])
  const signOut = async () => {
    setLeaving(true)
    await endSession()
    setLeaving(false)
    setView({ at: 'sign_in' })
  }
  return (
    <Frame>
      <Loading
        isLoading={view.at === 'checking' || view.at === 'going'}
        skeleton={<CardSkeleton boxes={[64, 64, 64]} />}
      >
        {view.at === 'sign_in' && <SignInCard onEntered={entered} />}
        {view.at === 'places' && (
          <PlacesCard
            places={view.places}
            isTurnedAway={view.isTurnedAway}
            onSignOut={signOut}
            isLeaving={isLeaving}
          />
        )}
        {view.at === 'failed' && (
          <div className={styles.card}>
            <h1 className="visually-hidden">{SESSION.sign_in_title}</h1>
            <ErrorState text={SESSION.failed} detail={view.why} onRetry={() => void check()} />
          </div>
        )}
      </Loading>
    </Frame>
  )
}
