import { CircleAlert, CircleCheck, CircleDot, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.tsx'
import styles from './chip.module.css'

export type ChipTone = 'neutral' | 'warning' | 'success' | 'danger' | 'accent'

const ICONS = {
  warning: CircleAlert,
  success: CircleCheck,
  danger: CircleX,
  accent: CircleDot,
  neutral: null,
}

interface ChipProps {
  tone?: ChipTone
  /** Replaces the tone's own icon; `null` leaves it out. */
  icon?: ReactNode
  children: ReactNode
  className?: string
}

/** A short status: icon and text, never colour alone. */
export function Chip({ tone = 'neutral', icon, children, className }: ChipProps) {
  const Icon = ICONS[tone]
  return (
    <span className={cx(styles.chip, tone !== 'neutral' && styles[tone], className)}>
      {icon === undefined ? Icon && <Icon aria-hidden /> : icon}
      {children}
    </span>
  )
}
