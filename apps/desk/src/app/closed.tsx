import { Button } from '@podmoga/ui/button/button'
import { ClosedPage } from '@podmoga/ui/empty-state/closed-page'
import { authSiteUrl } from '@podmoga/web/session/leave'
import { personHere } from '@podmoga/web/session/stored-session'
import { useEffect } from 'react'
import { removeAnswers } from '../lib/offline/kept-answers.ts'
import { useTitle } from '../lib/use-title.ts'
import { SESSION } from '../session/session.texts.ts'
import styles from './access-gate.module.css'
import { CLOSED } from './closed.texts.ts'
import { signOutHere } from './sign-out.ts'

/** Shown to a person without a role at the desk. Removes kept answers: the right to read them may have been lost. */
export function Closed() {
  useTitle(CLOSED.no_role)
  useEffect(() => void removeAnswers(personHere()), [])
  return (
    <ClosedPage title={CLOSED.no_role} hint={CLOSED.no_role_hint}>
      {/* a link to another app: looks like a button, uses full browser navigation */}
      <a className={styles.way} href={authSiteUrl()}>
        {CLOSED.to_intranet}
      </a>
      <Button variant="secondary" onClick={signOutHere}>
        {SESSION.logout}
      </Button>
    </ClosedPage>
  )
}
