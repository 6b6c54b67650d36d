import type { ReactNode } from 'react'
import { Popover } from 'react-aria-components'
import styles from './popover.module.css'
import type { OverlayProps } from './use-overlay.tsx'

export type Placement = 'bottom start' | 'bottom end' | 'top start' | 'top end'

interface AnchoredProps extends Pick<OverlayProps, 'triggerRef' | 'onClose'> {
  placement: Placement
  children: ReactNode
}

/** A box that stands by its trigger while it is open. */
export const Anchored = ({ triggerRef, onClose, placement, children }: AnchoredProps) => (
  <Popover
    isOpen
    onOpenChange={(open) => !open && onClose()}
    triggerRef={triggerRef}
    placement={placement}
    offset={6}
    className={styles.popover ?? ''}
  >
    {children}
  </Popover>
)
