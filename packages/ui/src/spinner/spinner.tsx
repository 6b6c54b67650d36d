import { cx } from '../lib/cx.tsx'
import styles from './spinner.module.css'

/** A spinner. With a label it is an image with that name, without one it is hidden from assistive technology. */
export function Spinner({ label, size = 'm' }: { label?: string; size?: 'm' | 'l' }) {
  const className = cx(styles.spinner, size === 'l' && styles.large)
  return label ? (
    <span className={className} role="img" aria-label={label} />
  ) : (
    <span className={className} aria-hidden />
  )
}
