import type { ReactNode } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import styles from './popover.module.css'
import type { OverlayProps } from './use-overlay.tsx'

interface PopoverOverlayProps extends OverlayProps {
  label: string
  placement: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  children: ReactNode
}

/** The open popover of a PopoverButton. */
export function PopoverOverlay({ id, triggerRef, onClose, label, placement, children }: PopoverOverlayProps) {
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={triggerRef}
      placement={placement}
      offset={6}
      className={styles.popover}
    >
      <Dialog id={id} aria-label={label} className={styles.content}>
        {children}
      </Dialog>
    </Popover>
  )
}
