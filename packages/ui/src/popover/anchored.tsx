import { type CSSProperties, type ReactNode, useRef } from 'react'
import { DismissButton, Overlay } from 'react-aria/Overlay'
import { usePopover } from 'react-aria/usePopover'
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState'
import { cx } from '../lib/cx.tsx'
import { useBackToClose } from '../lib/navigation.tsx'
import { useIsPhone } from '../lib/use-media.tsx'
import styles from './popover.module.css'

export type Placement = 'bottom start' | 'bottom end' | 'top start' | 'top end'

interface AnchoredProps {
  triggerRef: React.RefObject<HTMLElement | null>
  onClose: () => void
  placement: Placement
  className?: string | undefined
  /** The page behind keeps its landmarks for screen readers; the focus stays in the box, and a press outside closes it. */
  leavesPage?: boolean
  children: ReactNode
}

const OFFSET_PX = 6

/**
 * A box positioned by its trigger while it is open. Built from the parts of react-aria's Popover, because Popover itself renders
 * four times before it is visible, for animations and roles that this one gets from CSS and its content.
 */
export function Anchored({
  triggerRef,
  onClose,
  placement,
  className,
  leavesPage = false,
  children,
}: AnchoredProps) {
  const popoverRef = useRef<HTMLDivElement>(null)
  // Only elements outside of this are hidden from screen readers.
  const page = useRef(document.body)
  // On phones Back closes the box before it leaves the page.
  useBackToClose(useIsPhone(), () => {
    onClose()
    return true
  })
  // It is mounted exactly while it is open.
  const state = useOverlayTriggerState({ isOpen: true, onOpenChange: (open) => !open && onClose() })
  const { popoverProps, underlayProps } = usePopover(
    { triggerRef, popoverRef, placement, offset: OFFSET_PX, ...(leavesPage && { groupRef: page }) },
    state,
  )
  const width = { '--trigger-width': `${triggerRef.current?.offsetWidth ?? 0}px` }
  return (
    <Overlay shouldContainFocus>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and Tab close it from within */}
      <div {...underlayProps} className={styles.under} onClick={leavesPage ? onClose : undefined} />
      <div
        {...popoverProps}
        ref={popoverRef}
        className={cx(styles.popover, className)}
        style={{ ...popoverProps.style, ...width } as CSSProperties}
      >
        <DismissButton onDismiss={onClose} />
        {children}
        <DismissButton onDismiss={onClose} />
      </div>
    </Overlay>
  )
}
