import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../lib/cx.tsx'
import { Link } from '../lib/navigation.tsx'
import { useTypedWord } from '../lib/use-typed-word.tsx'
import { Anchored, type Placement } from '../popover/anchored.tsx'
import type { OverlayProps } from '../popover/use-overlay.tsx'
import styles from './menu.module.css'
import { entryAfter } from './menu-keys.tsx'

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
  /** A separator above this entry. */
  isApart?: boolean
}

interface MenuOverlayProps extends OverlayProps {
  label: string
  entries: readonly MenuEntry[]
  placement: Placement
  /** Gets the entry's action, to be run after the menu has closed. */
  onChoose: (act: () => void) => void
}

interface EntryProps {
  entry: MenuEntry
  onPress: () => void
}

function Entry({ entry: { label, icon, href, tone, isDisabled }, onPress }: EntryProps) {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: cx(styles.item, tone === 'danger' && styles.danger),
    children: (
      <>
        {icon}
        {label}
      </>
    ),
  }
  if (href !== undefined && !isDisabled) return <Link {...shared} href={href} onClick={onPress} />
  return (
    <button
      {...shared}
      type="button"
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
    />
  )
}

/** Focusable entries. */
const ENTRY = '[role=menuitem]:not([aria-disabled])'

const isModified = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey

/** The open menu of a MenuButton. Its keys follow the ARIA menu pattern. */
export function MenuOverlay({
  id,
  triggerRef,
  onClose,
  label,
  entries,
  placement,
  onChoose,
}: MenuOverlayProps) {
  const menuRef = useRef<HTMLDivElement>(null)
  const wordOf = useTypedWord()
  const items = () => [...(menuRef.current?.querySelectorAll<HTMLElement>(ENTRY) ?? [])]
  // After the first paint: moving the focus costs a slow phone extra time.
  useEffect(() => {
    const first = menuRef.current?.querySelector<HTMLElement>(ENTRY) ?? menuRef.current
    first?.focus({ preventScroll: true })
  }, [])
  const press = ({ onAction }: MenuEntry) => {
    if (onAction) onChoose(onAction)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isModified(event)) return
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const typed = wordOf(
      event,
      all.map((item) => item.textContent),
    )
    const to = typed ?? entryAfter(event.key, at, all.length)
    if (event.key === 'Tab') onClose()
    else if (to !== null) all[to]?.focus()
    else if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) all[at]?.click()
    else if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
  }
  return (
    <Anchored {...{ triggerRef, onClose, placement }} leavesPage>
      <div
        ref={menuRef}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onKeyDown={onKeyDown}
        onPointerMove={({ pointerType, target }) => {
          if (pointerType !== 'mouse' || !(target instanceof Element)) return
          const item = items().find((one) => one.contains(target))
          if (item !== document.activeElement) item?.focus({ preventScroll: true })
        }}
      >
        {entries.map((entry) => (
          <Fragment key={entry.key}>
            {entry.isApart && <hr className={styles.line} />}
            <Entry entry={entry} onPress={() => press(entry)} />
          </Fragment>
        ))}
      </div>
    </Anchored>
  )
}
