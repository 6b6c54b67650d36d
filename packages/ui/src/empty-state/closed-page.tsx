import type { ReactNode } from 'react'
import styles from './closed-page.module.css'

interface ClosedPageProps {
  title: string
  /** Why one may not go on. */
  hint: string
  /** Where one may go instead. */
  children: ReactNode
}

/** The whole page, when it may not be entered. */
export function ClosedPage({ title, hint, children }: ClosedPageProps) {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p className="t-muted">{hint}</p>
      <div className={styles.ways}>{children}</div>
    </main>
  )
}
