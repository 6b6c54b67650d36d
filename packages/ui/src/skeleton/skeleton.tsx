import { cx } from '../lib/cx.tsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  shape?: 'line' | 'circle' | 'box'
  /** CSS lengths; by default a line is one text line high and as wide as its parent. */
  width?: number | string
  height?: number | string
  className?: string
}

/** A grey placeholder with the size of the content to come. Hidden from assistive technology. */
export function Skeleton({ shape = 'line', width, height, className }: SkeletonProps) {
  const size = { width, height: shape === 'circle' ? (height ?? width) : height }
  return (
    <span
      aria-hidden
      className={cx(
        styles.skeleton,
        shape === 'line' && styles.line,
        shape === 'circle' && styles.circle,
        className,
      )}
      style={size}
    />
  )
}
