import type { ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { cx } from '../lib/cx.tsx'
import popover from '../popover/popover.module.css'
import { TriggerContent, type TriggerLooks, triggerClass } from '../popover/popover-button.tsx'
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

interface MenuButtonProps extends TriggerLooks {
  menuLabel: string
  entries: readonly MenuEntry[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
}

/** A button that opens a menu of actions and links. */
export function MenuButton({ menuLabel, entries, placement = 'bottom end', ...looks }: MenuButtonProps) {
  const items = entries.flatMap((entry) => {
    const { key, label, icon, href, onAction, tone, isDisabled = false, isApart } = entry
    const item = (
      <MenuItem
        key={key}
        id={key}
        textValue={label}
        href={href}
        isDisabled={isDisabled}
        onAction={() => onAction?.()}
        className={cx(styles.item, tone === 'danger' && styles.danger)}
      >
        {icon}
        {label}
      </MenuItem>
    )
    return isApart ? [<Separator key={`line-${key}`} className={styles.line ?? ''} />, item] : [item]
  })
  return (
    <MenuTrigger>
      <Button aria-label={looks.label} className={triggerClass(looks)}>
        <TriggerContent {...looks} />
      </Button>
      <Popover placement={placement} offset={6} className={popover.popover ?? ''}>
        <Menu aria-label={menuLabel} className={styles.menu ?? ''}>
          {items}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
