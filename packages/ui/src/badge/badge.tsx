import styles from './badge.module.css'

/** A count drawn beside an icon; nothing for null and zero. Hidden from assistive technology: name the link itself. */
export function Badge({ count }: { count: number | null | undefined }) {
  if (!count) return null
  return (
    <span className={styles.badge} aria-hidden>
      {count > 99 ? '99+' : count}
    </span>
  )
}
