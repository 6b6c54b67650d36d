import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { CardSkeleton } from './card-skeleton.tsx'
import { Frame } from './frame.tsx'
import { MembershipsCard } from './memberships-card.tsx'
import type { Memberships } from './return-to.ts'
import type { FoundMemberships } from './session.api.ts'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'
import { SignInCard } from './sign-in/sign-in-card.tsx'

/** What the check of the session found. */
export type View =
  | { at: 'checking' | 'going' | 'sign_in' }
  | { at: 'failed'; why: string | undefined }
  | { at: 'memberships'; memberships: FoundMemberships; isTurnedAway: boolean }

interface IntranetViewProps {
  view: View
  onEntered: (memberships: Memberships) => void
  onSignOut: () => void
  isLeaving: boolean
  onRetry: () => void
}

/** Sign-in, the user's memberships, or neither yet. The server renders it too. */
export function IntranetView({ view, onEntered, onSignOut, isLeaving, onRetry }: IntranetViewProps) {
  return (
    <Frame>
      <Loading
        isLoading={view.at === 'checking' || view.at === 'going'}
        skeleton={<CardSkeleton boxes={[64, 64, 64]} />}
      >
        {view.at === 'sign_in' && <SignInCard onEntered={onEntered} />}
        {view.at === 'memberships' && (
          <MembershipsCard
            memberships={view.memberships}
            isTurnedAway={view.isTurnedAway}
            onSignOut={onSignOut}
            isLeaving={isLeaving}
          />
        )}
        {view.at === 'failed' && (
          <div className={styles.card}>
            <h1 className="visually-hidden">{SESSION.sign_in_title}</h1>
            <ErrorState text={SESSION.failed} detail={view.why} onRetry={onRetry} />
          </div>
        )}
      </Loading>
    </Frame>
  )
}
