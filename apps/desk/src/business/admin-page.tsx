import { cx } from '@podmoga/ui/lib/cx'
import { type ReactNode, useEffect } from 'react'
import { useKeptFocus } from '../lib/keep-focus.ts'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'

/** A page of the administration: heading, tools and content. */
export function AdminPage({
  title,
  count,
  tools,
  isWide = false,
  children,
}: {
  title: string
  /** Number of items, shown beside the heading. */
  count?: string | undefined
  /** Full width, for tables. */
  isWide?: boolean
  tools?: ReactNode
  children: ReactNode
}) {
  useKeptFocus()
  useEffect(() => {
    document.title = `${title} · ${BUSINESS.title}`
  }, [title])
  return (
    <div className={cx(styles.page, isWide && styles.wide)}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {count !== undefined && <span className="t-muted">{count}</span>}
        </div>
        {tools}
      </header>
      {children}
    </div>
  )
}
