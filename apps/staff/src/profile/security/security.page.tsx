import { cx } from '@podmoga/ui/lib/cx'
import { BackLink } from '@podmoga/ui/link/back-link'
import { ConfirmationHost } from '@podmoga/web/security/confirmation-host'
import { SecurityPart } from '@podmoga/web/security/security-part'
import { confirming } from '@podmoga/web/session/confirmation'
import { STEP } from '@podmoga/web/session/second-step.texts'
import { useMemo } from 'react'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { SESSIONS } from '../sessions/sessions.texts.ts'
import styles from './security.module.css'

/** «Вход и безопасность»: the user's passkeys, authenticator app and recovery codes. */
export function SecurityPage() {
  const scope = useScope()
  const call = useMemo(() => confirming(scope.call), [scope.call])
  return (
    <div className={cx(page.page, styles.page)}>
      <BackLink href={paths.profile(scope.restaurantId)}>{SESSIONS.back}</BackLink>
      <PageHeading title={STEP.title}>{STEP.title}</PageHeading>
      <div className={styles.parts}>
        <SecurityPart call={call} />
      </div>
      <ConfirmationHost call={scope.call} />
    </div>
  )
}
