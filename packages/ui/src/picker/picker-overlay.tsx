import type { RefObject } from 'react'
import { Dialog, Heading } from 'react-aria-components'
import { CloseButton } from '../dialog/close-button.tsx'
import { ModalShell } from '../dialog/modal-shell.tsx'
import { useSwipe } from '../dialog/use-swipe.tsx'
import { cx } from '../lib/cx.tsx'
import { useIsPhone } from '../lib/use-media.tsx'
import { Anchored } from '../popover/anchored.tsx'
import styles from './picker.module.css'
import type { PickerListProps } from './picker-item.tsx'
import { isShort, PickerList } from './picker-list.tsx'

export interface PickerOverlayProps extends PickerListProps {
  /** Id of the dialog, for `aria-controls`. */
  id: string
  triggerRef: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The open picker: a popover under its trigger, on phones a full-height sheet. */
export function PickerOverlay({ id, triggerRef, onClose, onSelect, ...list }: PickerOverlayProps) {
  const isPhone = useIsPhone()
  const swipe = useSwipe('down', onClose)
  const choose = (key: string) => {
    onSelect(key)
    onClose()
  }
  if (!isPhone) {
    return (
      <Anchored
        triggerRef={triggerRef}
        onClose={onClose}
        placement="bottom start"
        className={cx(styles.popover, isShort(list) && styles.short)}
      >
        <Dialog id={id} aria-label={list.label} className={styles.content ?? ''}>
          <PickerList {...list} onSelect={choose} />
        </Dialog>
      </Anchored>
    )
  }
  return (
    <ModalShell onClose={onClose} fades={false} modalClass={cx(styles.sheet, isShort(list) && styles.short)}>
      <Dialog id={id} className={styles.content ?? ''}>
        <div className={styles.head} {...swipe}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {list.label}
          </Heading>
          <CloseButton onClose={onClose} />
        </div>
        <PickerList {...list} onSelect={choose} />
      </Dialog>
    </ModalShell>
  )
}
