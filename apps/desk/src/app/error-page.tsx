import { ErrorState } from '@podmoga/ui/error-state/error-state'
import styles from './access-gate.module.css'
import { APP } from './app.texts.ts'

/** A page that broke, or whose code could not be fetched. */
export function ErrorPage() {
  return (
    <main className={styles.failed}>
      <ErrorState text={APP.page_failed} retryLabel={APP.reload} onRetry={() => location.reload()} />
    </main>
  )
}
