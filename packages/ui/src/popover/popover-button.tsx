import type { ReactNode } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { TriggerContent, type TriggerLooks, triggerClass } from './trigger.tsx'
import { useOverlay } from './use-overlay.tsx'

interface PopoverButtonProps extends TriggerLooks {
  /** Accessible name of the popover. */
  popoverLabel: string
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  children: ReactNode | ((close: () => void) => ReactNode)
}

const PopoverOverlay = lazyPart(() => import('./popover-overlay.tsx').then((module) => module.PopoverOverlay))

/** A button with a popover: a small dialog that closes by Esc and by a press outside. */
export function PopoverButton({
  popoverLabel,
  placement = 'bottom start',
  children,
  ...looks
}: PopoverButtonProps) {
  const { isOpen, triggerProps, overlayProps } = useOverlay('dialog', PopoverOverlay)
  return (
    <>
      <button {...triggerProps} aria-label={looks.label} className={triggerClass(looks)}>
        <TriggerContent {...looks} />
      </button>
      {isOpen && (
        <PopoverOverlay {...overlayProps} label={popoverLabel} placement={placement}>
          {typeof children === 'function' ? children(overlayProps.onClose) : children}
        </PopoverOverlay>
      )}
    </>
  )
}
