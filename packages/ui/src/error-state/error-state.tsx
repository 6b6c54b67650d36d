import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '../button/button.tsx'
import styles from '../empty-state/empty-state.module.css'
import { cx } from '../lib/cx.tsx'

interface ErrorStateProps {
  text?: string
  detail?: string | undefined
  /** Without it there is no button. */
  onRetry?: () => void
  /** The retry is under way. */
  isRetrying?: boolean
  retryLabel?: string
  compact?: boolean
}

/** A part that failed to load, with a retry button. */
export function ErrorState({
  text = 'Не удалось загрузить',
  detail,
  onRetry,
  isRetrying = false,
  retryLabel = 'Повторить',
  compact = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cx(styles.empty, styles.danger, compact && styles.compact)}>
      <span className={styles.icon}>
        <TriangleAlert size={24} aria-hidden />
      </span>
      <div>
        <p>{text}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
      {onRetry && (
        <Button
          variant="secondary"
          size="s"
          icon={<RotateCw size={18} aria-hidden />}
          isPending={isRetrying}
          onClick={onRetry}
        >
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
