import { cx } from '../lib/cx.tsx'
import styles from './progress.module.css'

interface ProgressProps {
  /** Accessible name. */
  label: string
  /** From 0 to 100; without it the bar is indeterminate. */
  value?: number | undefined
  /** The value as text: «840 кБ из 2,1 МБ». */
  valueText?: string | undefined
  className?: string
}

/** A bar of 3 px. */
export function Progress({ label, value, valueText, className }: ProgressProps) {
  const known = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known}
      aria-valuetext={valueText}
      className={cx(styles.track, className)}
    >
      <span
        className={cx(styles.bar, known === undefined && styles.endless)}
        style={known === undefined ? undefined : { width: `${known}%` }}
      />
    </div>
  )
}

/** A 2 px line whose space is always reserved; it moves only during a background refresh. Decorative. */
export function RefreshLine({ isActive }: { isActive: boolean }) {
  return (
    <span aria-hidden className={cx(styles.track, styles.thin)}>
      {isActive && <span className={cx(styles.bar, styles.endless)} />}
    </span>
  )
}
