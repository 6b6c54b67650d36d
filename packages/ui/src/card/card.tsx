import type { ButtonHTMLAttributes, HTMLAttributes } from 'react'
import { cx } from '../lib/cx.tsx'
import { Link, type LinkProps } from '../lib/navigation.tsx'
import styles from './card.module.css'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li'
  tone?: 'plain' | 'accent'
  /** No padding: the content reaches the edges (rows, covers). */
  flush?: boolean
}

/** A white sheet on the canvas. */
export function Card({ as: Tag = 'div', tone, flush, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx(styles.card, tone === 'accent' && styles.accent, flush && styles.flush, className)}
    />
  )
}

/** A card that is a single link. */
export function CardLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx(styles.card, styles.press, className)} />
}

/** A card that is a single button. */
export function CardButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={cx(styles.card, styles.press, className)} />
}
