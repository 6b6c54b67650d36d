import { ButtonLink } from '@podmoga/ui/button/button'
import { useTitle } from '../lib/use-title.ts'
import styles from './access-gate.module.css'
import { APP } from './app.texts.ts'

export function NotFoundPage() {
  useTitle(APP.not_found)
  return (
    <main className={styles.page}>
      <h1>{APP.not_found}</h1>
      <div className={styles.ways}>
        <ButtonLink href="/">{APP.to_queue}</ButtonLink>
      </div>
    </main>
  )
}
