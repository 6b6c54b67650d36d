import { formatFull } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { STEP } from './step-notice.texts.ts'
import styles from './workspace-page.module.css'

/** Announces in advance that the desk will require a second step, with a link to set it up. */
export function StepNotice({ from }: { from: string }) {
  return (
    <p role="status" className={styles.notice}>
      {STEP.from(formatFull(from))} <Link href="/desk/security">{STEP.set_up}</Link>
    </p>
  )
}
