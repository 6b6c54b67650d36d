import { useEffect, useRef } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { TriggerContent, type TriggerLooks, triggerClass } from '../popover/trigger.tsx'
import { useOverlay } from '../popover/use-overlay.tsx'
import type { MenuEntry } from './menu-overlay.tsx'

interface MenuButtonProps extends TriggerLooks {
  menuLabel: string
  entries: readonly MenuEntry[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
}

const MenuOverlay = lazyPart(() => import('./menu-overlay.tsx').then((module) => module.MenuOverlay))

/** A button that opens a menu of actions and links. */
export function MenuButton({ menuLabel, entries, placement = 'bottom end', ...looks }: MenuButtonProps) {
  const { isOpen, triggerProps, overlayProps, open } = useOverlay('menu', MenuOverlay)
  const { triggerRef } = overlayProps
  const chosen = useRef<(() => void) | null>(null)
  // After the menu has closed, so that a dialog opened by the entry restores the focus to the button, not to the removed menu.
  useEffect(() => {
    const act = chosen.current
    if (isOpen || act === null) return
    chosen.current = null
    triggerRef.current?.focus()
    act()
  }, [isOpen, triggerRef])
  return (
    <>
      <button
        {...triggerProps}
        aria-label={looks.label}
        className={triggerClass(looks)}
        onKeyDown={(event) => {
          triggerProps.onKeyDown(event)
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open()
        }}
      >
        <TriggerContent {...looks} />
      </button>
      {isOpen && (
        <MenuOverlay
          {...overlayProps}
          label={menuLabel}
          entries={entries}
          placement={placement}
          onChoose={(act) => {
            chosen.current = act
          }}
        />
      )}
    </>
  )
}
