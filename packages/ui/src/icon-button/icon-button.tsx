import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { cx } from '../lib/cx.tsx'
import { Link, type LinkProps } from '../lib/navigation.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import { useTooltip } from '../tooltip/use-tooltip.tsx'
import styles from './icon-button.module.css'

interface IconLook {
  /** Accessible name; also the tooltip on desktop. */
  label: string
  variant?: 'plain' | 'primary' | 'danger'
  /** The icon, 20 px. */
  children: ReactNode
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>, IconLook {
  isPending?: boolean
  ref?: Ref<HTMLButtonElement>
}

const look = (variant: IconLook['variant'], className?: string) =>
  cx(styles.button, variant === 'primary' && styles.primary, variant === 'danger' && styles.danger, className)

/** A button of one icon, 44 × 44 px (primary: 48). */
export function IconButton({
  label,
  variant,
  isPending = false,
  className,
  onClick,
  children,
  ...rest
}: IconButtonProps) {
  const { tooltipProps, tooltip } = useTooltip(label)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        {...tooltipProps}
        aria-label={label}
        aria-disabled={isPending || undefined}
        aria-busy={isPending || undefined}
        className={look(variant, className)}
        onClick={press}
      >
        {isPending ? <Spinner /> : children}
      </button>
      {tooltip}
    </>
  )
}

/** A link of one icon. */
export function IconLink({ label, variant, className, children, ...rest }: LinkProps & IconLook) {
  const { tooltipProps, tooltip } = useTooltip(label)
  return (
    <>
      <Link {...rest} {...tooltipProps} aria-label={label} className={look(variant, className)}>
        {children}
      </Link>
      {tooltip}
    </>
  )
}
