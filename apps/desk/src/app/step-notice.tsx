import { formatFull } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { APP } from './app.texts.ts'
import styles from './workspace-page.module.css'

/** Tells while there is time that the desk will ask a second step, and where to set it up. */
export function StepNotice({ from }: { from: string }) {
  return (
    <p role="status" className={styles.notice}>
      {APP.step_from(formatFull(from))} <Link href="/desk/security">{APP.step_set_up}</Link>
    </p>
  )
}
