import { Fragment, type ReactNode, useDeferredValue } from 'react'
import { Menu, MenuItem, Separator } from 'react-aria-components'
import { cx } from '../lib/cx.tsx'
import { Anchored, type Placement } from '../popover/anchored.tsx'
import type { OverlayProps } from '../popover/use-overlay.tsx'
import styles from './menu.module.css'

export interface MenuEntry {
  key: string
  label: string
  /** An icon of 20 px. */
  icon?: ReactNode
  /** A link (in the app or out of it); otherwise `onAction` is called. */
  href?: string | undefined
  onAction?: (() => void) | undefined
  tone?: 'danger'
  isDisabled?: boolean
  /** A line above this entry. */
  isApart?: boolean
}

interface MenuOverlayProps extends OverlayProps {
  label: string
  entries: readonly MenuEntry[]
  placement: Placement
  /** What an entry does, for when the menu has closed. */
  onChoose: (act: () => void) => void
}

/** The open menu of a MenuButton. */
export function MenuOverlay({
  id,
  triggerRef,
  onClose,
  label,
  entries,
  placement,
  onChoose,
}: MenuOverlayProps) {
  // First the box with what is to be read, then what can be led by keys: together they keep a slow phone too long.
  const isWhole = useDeferredValue(true, false)
  const items = entries.flatMap((entry) => {
    const { key, label, icon, href, onAction, tone, isDisabled = false, isApart } = entry
    const item = (
      <MenuItem
        key={key}
        id={key}
        textValue={label}
        href={href}
        isDisabled={isDisabled}
        onAction={() => onAction && onChoose(onAction)}
        className={cx(styles.item, tone === 'danger' && styles.danger)}
      >
        {icon}
        {label}
      </MenuItem>
    )
    return isApart ? [<Separator key={`line-${key}`} className={styles.line ?? ''} />, item] : [item]
  })
  return (
    <Anchored {...{ triggerRef, onClose, placement }}>
      {isWhole ? (
        <Menu id={id} aria-label={label} autoFocus="first" onClose={onClose} className={styles.menu ?? ''}>
          {items}
        </Menu>
      ) : (
        <div aria-hidden className={styles.menu}>
          {entries.map(({ key, label, icon, tone, isDisabled, isApart }) => (
            <Fragment key={key}>
              {isApart && <div className={styles.line} />}
              <div
                className={cx(styles.item, tone === 'danger' && styles.danger)}
                data-disabled={isDisabled || undefined}
              >
                {icon}
                {label}
              </div>
            </Fragment>
          ))}
        </div>
      )}
    </Anchored>
  )
}
