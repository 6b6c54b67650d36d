import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components'
import { Anchored, type Placement } from './anchored.tsx'
import styles from './popover.module.css'
import type { OverlayProps } from './use-overlay.tsx'

interface PopoverOverlayProps extends OverlayProps {
  label: string
  placement: Placement
  children: ReactNode
}

/** The open popover of a PopoverButton. */
export function PopoverOverlay({ id, label, children, ...anchor }: PopoverOverlayProps) {
  return (
    <Anchored {...anchor}>
      <Dialog id={id} aria-label={label} className={styles.content}>
        {children}
      </Dialog>
    </Anchored>
  )
}
