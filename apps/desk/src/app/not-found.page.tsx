import { ButtonLink } from '@podmoga/ui/button/button'
import { useEffect } from 'react'
import { APP } from './app.texts.ts'
import styles from './door.module.css'

export function NotFoundPage() {
  useEffect(() => {
    document.title = `${APP.not_found} · ${APP.product}`
  }, [])
  return (
    <main className={styles.page}>
      <h1>{APP.not_found}</h1>
      <div className={styles.ways}>
        <ButtonLink href="/">{APP.to_queue}</ButtonLink>
      </div>
    </main>
  )
}
