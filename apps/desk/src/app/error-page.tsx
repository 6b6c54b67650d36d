import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { isOnline } from '@podmoga/web/connectivity'
import { reloadAfresh } from '@podmoga/web/shell/reload-afresh'
import { Offline } from '../lib/offline/offline.ts'
import styles from './access-gate.module.css'
import { APP } from './app.texts.ts'

/** A page that broke, or whose code could not be fetched. */
export function ErrorPage() {
  if (!isOnline()) return <Offline onBack={reloadAfresh} />
  return (
    <main className={styles.failed}>
      <ErrorState text={APP.page_failed} retryLabel={APP.reload} onRetry={reloadAfresh} />
    </main>
  )
}
