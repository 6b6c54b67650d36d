import type { ReactNode } from 'react'
import styles from './closed-page.module.css'

interface ClosedPageProps {
  title: string
  /** Why the page is closed. */
  hint: string
  /** Links to other pages. */
  children: ReactNode
}

/** A whole page that the user may not open. */
export function ClosedPage({ title, hint, children }: ClosedPageProps) {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p className="t-muted">{hint}</p>
      <div className={styles.ways}>{children}</div>
    </main>
  )
}
