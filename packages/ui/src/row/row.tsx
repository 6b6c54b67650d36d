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
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{children}</span>
      </span>
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}

/** A row that is one link as a whole: named by its label, described by its value. */
export function RowLink({ label, children, className, ...rest }: Omit<LinkProps, 'children'> & RowParts) {
  const id = useId()
  return (
    <Link
      {...rest}
      className={cx(styles.row, styles.link, className)}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-value`}
    >
      <span className={styles.body}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
        </span>
        <span className={styles.value} id={`${id}-value`}>
          {children}
        </span>
      </span>
      <ChevronRight className={styles.end} size={20} aria-hidden />
    </Link>
  )
}
