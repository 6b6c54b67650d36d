import type { RefObject } from 'react'
import { Dialog, Heading, Popover } from 'react-aria-components'
import { CloseButton } from '../dialog/close-button.tsx'
import { ModalShell } from '../dialog/modal-shell.tsx'
import { useSwipe } from '../dialog/use-swipe.tsx'
import { cx } from '../lib/cx.tsx'
import { useIsPhone } from '../lib/use-media.tsx'
import popover from '../popover/popover.module.css'
import styles from './picker.module.css'
import type { PickerListProps } from './picker-item.tsx'
import { isShort, PickerList } from './picker-list.tsx'

export interface PickerOverlayProps extends PickerListProps {
  /** Id of the dialog, for `aria-controls`. */
  id: string
  triggerRef: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The open picker: a popover under its trigger, on phones a sheet of full height. */
export function PickerOverlay({ id, triggerRef, onClose, onSelect, ...list }: PickerOverlayProps) {
  const isPhone = useIsPhone()
  const swipe = useSwipe('down', onClose)
  const onOpenChange = (open: boolean) => {
    if (!open) onClose()
  }
  const choose = (key: string) => {
    onSelect(key)
    onClose()
  }
  if (!isPhone) {
    return (
      <Popover
        isOpen
        onOpenChange={onOpenChange}
        triggerRef={triggerRef}
        placement="bottom start"
        offset={6}
        className={cx(popover.popover, styles.popover, isShort(list) && styles.short)}
        style={{ '--trigger-width': `${triggerRef.current?.offsetWidth ?? 0}px` } as React.CSSProperties}
      >
        <Dialog id={id} aria-label={list.label} className={styles.content ?? ''}>
          <PickerList {...list} onSelect={choose} />
        </Dialog>
      </Popover>
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
