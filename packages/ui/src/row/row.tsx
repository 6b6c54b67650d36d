import { ChevronRight } from 'lucide-react'
import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { cx } from '../lib/cx.tsx'
import { Link, type LinkProps } from '../lib/navigation.tsx'
import styles from './row.module.css'

/** A stack of rows with hairlines between them; lies in a flush card. */
export function Rows({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={cx(styles.rows, className)} />
}

interface RowParts {
  label: string
  children: ReactNode
}

/** Label and value; `end` holds an action. */
export function Row({ label, children, end }: RowParts & { end?: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.body}>
        <span className="t-small t-muted">{label}</span>
        <span className={styles.value}>{children}</span>
      </span>
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}

/**
 * A row that is a single link, named by its label and described by its value. The link's box covers the row while the texts stay
 * in the flow below it, so that large letters have space.
 */
export function RowLink({ label, children, className, ...rest }: Omit<LinkProps, 'children'> & RowParts) {
  const valueId = useId()
  return (
    <div className={cx(styles.row, styles.pressable, className)}>
      <Link {...rest} className={styles.link} aria-describedby={valueId}>
        <span className="visually-hidden">{label}</span>
      </Link>
      <span className={styles.body}>
        <span className="t-small t-muted" aria-hidden>
          {label}
        </span>
        <span className={styles.value} id={valueId}>
          {children}
        </span>
      </span>
      <ChevronRight className={styles.end} size={20} aria-hidden />
    </div>
  )
}
