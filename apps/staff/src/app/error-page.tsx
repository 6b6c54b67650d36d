import { ErrorState } from '@podmoga/ui/error-state/error-state'
import styles from './error-page.module.css'

const reload = () => location.reload()

/** A page that broke, or whose code could not be fetched, inside the shell. */
export function PageError() {
  return <ErrorState text="Не удалось показать страницу" retryLabel="Обновить" onRetry={reload} />
}

/** The last net: even the shell broke. */
export function RootError() {
  return (
    <main className={styles.page}>
      <PageError />
    </main>
  )
}
