import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { isOnline } from '@podmoga/web/connectivity'
import { reloadAfresh } from '@podmoga/web/shell/reload-afresh'
import { Offline } from '../lib/offline/offline.ts'
import styles from './access-gate.module.css'
import { APP } from './app.texts.ts'

/** Shown when a page throws or its code cannot be loaded. */
export function ErrorPage() {
  if (!isOnline()) return <Offline onBack={reloadAfresh} />
  return (
    <main className={styles.failed}>
      <ErrorState text={APP.page_failed} retryLabel={APP.reload} onRetry={reloadAfresh} />
    </main>
  )
}
