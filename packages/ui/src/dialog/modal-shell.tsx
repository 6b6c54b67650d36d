import { type PointerEvent, type ReactNode, useRef } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'
import { cx } from '../lib/cx.tsx'
import { useBackToClose } from '../lib/navigation.tsx'
import styles from './modal-shell.module.css'

interface ModalShellProps {
  isOpen?: boolean
  isDismissable?: boolean
  /** The dialog has its own URL: the router handles Back. */
  isAddress?: boolean
  /** Returns false if the modal stays open because it asks for confirmation. */
  onClose: () => unknown
  /** The scrim and the modal fade in and out. */
  fades?: boolean
  overlayClass?: string | undefined
  modalClass: string | undefined
  children: ReactNode
}

/**
 * The scrim and the modal on it. The press on the scrim is handled here, because react-aria's handling adds a second, hidden
 * button «Закрыть» to every dialog.
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
  useBackToClose(isOpen && !isAddress, () => isDismissable && onClose() !== false)
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
        // a selection dragged out of the dialog also ends on the scrim, but did not start there
        if (isDismissable && startedOnScrim.current && isScrim(event)) onClose()
      }}
    >
      <Modal className={modalClass ?? ''} data-sheet>
        {children}
      </Modal>
    </ModalOverlay>
  )
}
