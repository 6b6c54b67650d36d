import { SecurityPart } from '@podmoga/web/security/security-part'
import { STEP } from '@podmoga/web/session/second-step.texts'
import { useScope } from '../lib/scope.tsx'
import { useTitle } from '../lib/use-title.ts'
import styles from './security.module.css'

/** Sign-in protection settings of the signed-in person. */
export function SecurityPage() {
  useTitle(STEP.title)
  const { call } = useScope()
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{STEP.title}</h1>
      <SecurityPart call={call} />
    </div>
  )
}
