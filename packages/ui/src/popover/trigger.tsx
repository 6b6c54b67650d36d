import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.tsx'
import trigger from './trigger.module.css'

export interface TriggerLooks {
  /** Accessible name of the button; may be left out when `children` is plain text. */
  label?: string | undefined
  /** An icon or a face before the text. */
  icon?: ReactNode
  /** Content of the button; a string is truncated where space is short. */
  trigger: ReactNode
  variant?: 'plain' | 'outline' | 'icon'
  /** A chevron at the end; on for all but `icon`. */
  hasChevron?: boolean
  className?: string | undefined
}

export const triggerClass = ({ variant = 'plain', className }: Pick<TriggerLooks, 'variant' | 'className'>) =>
  cx(trigger.trigger, variant === 'outline' && trigger.outline, variant === 'icon' && trigger.icon, className)

/** The inside of a trigger: truncated text and the chevron. */
export function TriggerContent({
  icon,
  trigger: content,
  variant,
  hasChevron = variant !== 'icon',
}: TriggerLooks) {
  return (
    <>
      {icon}
      {typeof content === 'string' ? <span className={trigger.text}>{content}</span> : content}
      {hasChevron && <ChevronDown size={18} aria-hidden />}
    </>
  )
}
