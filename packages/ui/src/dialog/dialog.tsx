import type { HTMLAttributes, ReactNode } from 'react'
import { Heading, Dialog as RacDialog } from 'react-aria-components'
import { cx } from '../lib/cx.tsx'
import { useIsPhone } from '../lib/use-media.tsx'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import shell from './modal-shell.module.css'
import { ModalShell } from './modal-shell.tsx'
import { useSwipe } from './use-swipe.tsx'

interface DialogProps {
  title: ReactNode
  /** Asked for by ✕, Esc, the scrim and a swipe down on phones. */
  onClose: () => void
  /** Leave out when the dialog is mounted only while it is open (a route). */
  isOpen?: boolean
  /** 440 or 560 px on desktop; phones show a bottom sheet. */
  size?: 'm' | 'l'
  /** `false` while work is under way that must not be lost: Esc and the scrim do nothing. */
  isDismissable?: boolean
  children: ReactNode
}

/** A modal dialog: keeps focus inside, gives it back on closing, holds the page still behind it. */
export function Dialog({
  title,
  onClose,
  isOpen = true,
  size = 'm',
  isDismissable = true,
  children,
}: DialogProps) {
  const isPhone = useIsPhone()
  const swipe = useSwipe('down', onClose)
  return (
    <ModalShell
      isOpen={isOpen}
      isDismissable={isDismissable}
      onClose={onClose}
      overlayClass={styles.overlay}
      modalClass={cx(styles.modal, size === 'l' && styles.wide)}
    >
      <RacDialog className={shell.content}>
        <div className={styles.head} {...(isPhone && isDismissable && swipe)}>
          <Heading slot="title" level={2} className={styles.title}>
            {title}
          </Heading>
          <CloseButton onClose={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
      </RacDialog>
    </ModalShell>
  )
}

/** The buttons at the end of a dialog: cancel first, then the primary one; stacked with the primary on top on phones. */
export function DialogActions({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={cx(styles.actions, className)} />
}
