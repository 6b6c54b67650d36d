import { type ReactNode, useDeferredValue } from 'react'
import { Dialog as RacDialog } from 'react-aria-components'
import { CloseButton } from '../dialog/close-button.tsx'
import shell from '../dialog/modal-shell.module.css'
import { ModalShell } from '../dialog/modal-shell.tsx'
import { useSwipe } from '../dialog/use-swipe.tsx'
import styles from './side-sheet.module.css'

interface SideSheetProps {
  /** Accessible name of the sheet. */
  label: string
  isOpen: boolean
  onClose: () => void
  /** Content left of the close button: a face and a name, or a title. */
  head?: ReactNode
  children: ReactNode
}

/** Renders its children in a task after the sheet's own, which already makes the page behind inert and lays it out. */
function Content({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children
}

/** A modal sheet at the start edge: min(320 px, 86 vw). Closes by ✕, Esc, the scrim and a swipe to the left. */
export function SideSheet({ label, isOpen, onClose, head, children }: SideSheetProps) {
  const swipe = useSwipe('left', onClose)
  return (
    <ModalShell isOpen={isOpen} onClose={onClose} modalClass={styles.sheet}>
      <RacDialog className={shell.content} aria-label={label}>
        <div className={styles.head} {...swipe}>
          <div className={styles.title}>{head ?? label}</div>
          <CloseButton onClose={onClose} />
        </div>
        <div className={styles.body}>
          <Content>{children}</Content>
        </div>
      </RacDialog>
    </ModalShell>
  )
}
