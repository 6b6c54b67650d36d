import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** Why it is empty, in the product's words. */
  text: string
  /** An icon of 24 px; `null` leaves it out. */
  icon?: ReactNode
  /** What the user can do next. */
  action?: ReactNode
  compact?: boolean
}

/** An empty list (for one that failed to load: ErrorState). */
export function EmptyState({ text, icon, action, compact = false }: EmptyStateProps) {
  const drawn = icon === undefined && !compact ? <Inbox size={24} aria-hidden /> : icon
  return (
    <div className={cx(styles.empty, compact && styles.compact)}>
      {drawn && <span className={styles.icon}>{drawn}</span>}
      <p>{text}</p>
      {action}
    </div>
  )
}
