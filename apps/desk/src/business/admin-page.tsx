import { type ReactNode, useEffect } from 'react'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'

/** One section of the administration: its heading, what may be done here, and its content. */
export function AdminPage({
  title,
  tools,
  children,
}: {
  title: string
  tools?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${BUSINESS.title}`
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {tools}
      </header>
      {children}
    </div>
  )
}
