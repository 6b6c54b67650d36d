import { Refusal } from '@podmoga/contract/refusals'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { config } from '@podmoga/web/config'
import { explain } from '@podmoga/web/explain'
import { useEffect, useState } from 'react'
import { Frame } from '../frame.tsx'
import { keepWanted, keptWanted } from '../kept-network.ts'
import { callbackOf, signInPath } from '../paths.ts'
import { type Memberships, mayEnter, onlyWayIn, safePath } from '../return-to.ts'
import styles from '../session.module.css'
import { SESSION } from '../session.texts.ts'
import { finishProvider } from './providers.api.ts'
import { PROVIDERS } from './providers.texts.ts'
import { StepCard, type StepWays } from './step-card.tsx'

type View = { at: 'coming' } | { at: 'step'; ways: StepWays } | { at: 'refused'; why: string }

// Read once and removed from the URL, so that no code stays in the browser's history.
const query = location.search.slice(1)
const provider = callbackOf(location.pathname)
const isBegun = { yes: false }

const enter = (memberships: Memberships): void => {
  const wanted = safePath(keptWanted(), location.origin)
  keepWanted(null)
  const goal = wanted !== null && mayEnter(wanted, memberships) ? wanted : onlyWayIn(memberships)
  location.replace(goal ?? signInPath())
}

/**
 * The page to which the company's provider redirects the browser: signs in, asks for the second step first, or shows the error.
 */
export function CallbackPage() {
  const [view, setView] = useState<View>({ at: 'coming' })
  useEffect(() => {
    document.title = `${PROVIDERS.title} · ${config.brand}`
    if (isBegun.yes) return
    isBegun.yes = true
    history.replaceState(null, '', location.pathname)
    finishProvider(query, provider).then(enter, (error: unknown) => {
      if (error instanceof Refusal && error.code === 'second_step_needed')
        return setView({ at: 'step', ways: error.fields })
      setView({ at: 'refused', why: explain(error) ?? SESSION.enter_failed })
    })
  }, [])
  const back = () => location.assign(signInPath())
  return (
    <Frame>
      <Loading
        isLoading={view.at === 'coming'}
        skeleton={
          <div className={styles.card}>
            <Skeleton width="45%" height={30} />
            <Skeleton shape="box" height={64} />
          </div>
        }
      >
        {view.at === 'step' && (
          <StepCard
            ways={view.ways}
            onCode={async (code) => enter(await finishProvider(query, provider, code))}
            onEntered={enter}
            onBack={back}
          />
        )}
        {view.at === 'refused' && (
          <div className={styles.card}>
            <h1>{PROVIDERS.title}</h1>
            <div role="alert">
              <FieldError>{view.why}</FieldError>
            </div>
            <Button variant="secondary" wide onClick={back}>
              {PROVIDERS.back}
            </Button>
          </div>
        )}
      </Loading>
    </Frame>
  )
}
