import { type HTMLAttributes, type ReactNode, useRef, useState } from 'react'
import { Heading, Dialog as RacDialog } from 'react-aria-components'
import { Button } from '../button/button.tsx'
import { cx } from '../lib/cx.tsx'
import { useAsksFirst } from '../lib/navigation.tsx'
import { useIsPhone } from '../lib/use-media.tsx'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'
import shell from './modal-shell.module.css'
import { ModalShell } from './modal-shell.tsx'
import { useSwipe } from './use-swipe.tsx'
import { useUnsavedText } from './use-unsaved-text.tsx'

interface DialogProps {
  title: ReactNode
  /** Called on ✕, Esc, a press on the scrim and a swipe down on phones. */
  onClose: () => void
  /** Leave out when the dialog is mounted only while it is open. */
  isOpen?: boolean
  /** The dialog is a page with its own URL: Back leaves it like any other page. */
  isAddress?: boolean
  /** 440 or 560 px on desktop; phones show a bottom sheet. */
  size?: 'm' | 'l'
  /** `false` while an operation is under way that must not be interrupted: Esc and the scrim do nothing. */
  isDismissable?: boolean
  children: ReactNode
}

/** Asks whether to discard what was typed in the dialog. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ModalShell onClose={onStay} overlayClass={styles.overlay} modalClass={styles.modal}>
      <RacDialog role="alertdialog" className={shell.content}>
        <div className={styles.head}>
          <Heading slot="title" level={2} className={styles.title}>
            Закрыть без сохранения?
          </Heading>
        </div>
        <div className={styles.body}>
          <p>То, что вы набрали, пропадёт.</p>
          <DialogActions>
            <Button variant="danger" onClick={onLeave}>
              Не сохранять
            </Button>
            <Button autoFocus onClick={onStay}>
              Вернуться
            </Button>
          </DialogActions>
        </div>
      </RacDialog>
    </ModalShell>
  )
}

/**
 * A modal dialog: traps focus, restores it on closing, and blocks scrolling of the page behind. Back closes it. If the app opts
 * in ({@link useAsksFirst}), closing asks for confirmation when text was typed; the dialog's own «Отмена» does not ask.
 */
export function Dialog({
  title,
  onClose,
  isOpen = true,
  isAddress = false,
  size = 'm',
  isDismissable = true,
  children,
}: DialogProps) {
  const isPhone = useIsPhone()
  const body = useRef<HTMLDivElement>(null)
  const asksFirst = useAsksFirst()
  const hasTyped = useUnsavedText(body, asksFirst && isOpen)
  const [isAsking, setAsking] = useState(false)
  const leave = (): boolean => {
    const mayLeave = !(asksFirst && hasTyped())
    if (mayLeave) onClose()
    else setAsking(true)
    return mayLeave
  }
  const swipe = useSwipe('down', leave)
  return (
    <ModalShell
      isOpen={isOpen}
      isAddress={isAddress}
      isDismissable={isDismissable}
      onClose={leave}
      overlayClass={styles.overlay}
      modalClass={cx(styles.modal, size === 'l' && styles.wide)}
    >
      <RacDialog className={shell.content}>
        <div className={styles.head} {...(isPhone && isDismissable && swipe)}>
          <Heading slot="title" level={2} className={styles.title}>
            {title}
          </Heading>
          <CloseButton onClose={leave} />
        </div>
        <div ref={body} className={styles.body}>
          {children}
        </div>
        {isAsking && <LeaveQuestion onStay={() => setAsking(false)} onLeave={onClose} />}
      </RacDialog>
    </ModalShell>
  )
}

/** The buttons at the end of a dialog: cancel first, then the primary one; stacked with the primary on top on phones. */
export function DialogActions({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={cx(styles.actions, className)} />
}
