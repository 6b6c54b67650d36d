import { type PointerEvent, type ReactNode, useRef } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'
import { cx } from '../lib/cx.tsx'
import { useOver } from '../lib/navigation.tsx'
import styles from './modal-shell.module.css'

interface ModalShellProps {
  isOpen?: boolean
  isDismissable?: boolean
  /** It has an address of its own: Back is the router's affair. */
  isAddress?: boolean
  /** False: it stays open, because it asks first. */
  onClose: () => unknown
  /** The scrim comes and goes slowly, and the modal with it. */
  fades?: boolean
  overlayClass?: string | undefined
  modalClass: string | undefined
  children: ReactNode
}

/**
 * The scrim and the modal on it. The press on the scrim is handled here and not by react-aria, whose way adds a second,
 * hidden button «Закрыть» to every dialog.
 */
export function ModalShell({
  isOpen = true,
  isDismissable = true,
  isAddress = false,
  onClose,
  fades = true,
  overlayClass,
  modalClass,
  children,
}: ModalShellProps) {
  useOver(isOpen && !isAddress, () => isDismissable && onClose() !== false)
  const startedOnScrim = useRef(false)
  const isScrim = (event: PointerEvent | React.MouseEvent) => event.target === event.currentTarget
  return (
    <ModalOverlay
      isOpen={isOpen}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => void (!open && onClose())}
      className={cx(styles.overlay, fades && styles.fades, overlayClass)}
      onPointerDown={(event) => {
        startedOnScrim.current = isScrim(event)
      }}
      onClick={(event) => {
        // a selection dragged out of the dialog ends on the scrim too, but did not start there
        if (isDismissable && startedOnScrim.current && isScrim(event)) onClose()
      }}
    >
      <Modal className={modalClass ?? ''} data-sheet>
        {children}
      </Modal>
    </ModalOverlay>
  )
}
