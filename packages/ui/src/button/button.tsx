import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { cx } from '../lib/cx.tsx'
import { Link, type LinkProps } from '../lib/navigation.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './button.module.css'

interface Looks {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  /** `m` is 48 px high, `s` 44 px. */
  size?: 'm' | 's'
  /** Takes the whole width. */
  wide?: boolean
  /** An icon of 20 px before the text. */
  icon?: ReactNode
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** Work is under way: shows a spinner, keeps width and focus, ignores presses. */
  isPending?: boolean
  ref?: Ref<HTMLButtonElement>
}

const look = ({ variant = 'primary', size = 'm', wide }: Looks, className?: string) =>
  cx(styles.button, styles[variant], size === 's' && styles.s, wide && styles.wide, className)

/** A push button; `type` is `button` by default. */
export function Button({ variant, size, wide, icon, isPending = false, children, ...rest }: ButtonProps) {
  const { className, onClick, type = 'button', ...dom } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // a pending button stays focusable, so the click itself is cancelled (a submit too)
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...dom}
      type={type}
      className={cx(look({ variant, size, wide }, className), isPending && styles.pending)}
      onClick={press}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
    >
      <span className={styles.label}>
        {icon}
        {children}
      </span>
      {isPending && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: LinkProps & Looks) {
  return (
    <Link {...rest} className={look({ variant, size, wide }, className)}>
      <span className={styles.label}>
        {icon}
        {children}
      </span>
    </Link>
  )
}
