import { useEffect, useRef } from 'react'

/** Keys by physical position (`event.code`), so that any layout works: "j", "shift+e", "escape". */
export type Hotkeys = Partial<Record<string, (event: KeyboardEvent) => void>>

const FIELD =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]'
export const OVERLAY = '[role="dialog"], [aria-modal="true"], [role="menu"]'

export const isTyping = (): boolean => document.activeElement?.matches(FIELD) === true

/**
 * Handles single keys anywhere on the page, except in text fields, under a dialog or a menu, and with Ctrl, Alt or ⌘.
 * Escape is handled in fields too.
 */
export function useHotkeys(hotkeys: Hotkeys, isOn: boolean): void {
  const latest = useRef(hotkeys)
  latest.current = hotkeys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isEscape = event.code === 'Escape'
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey)
        return
      if (!isEscape && (!isOn || isTyping())) return
      if (document.querySelector(OVERLAY) !== null) return
      const key = event.code.replace(/^Key/, '').toLowerCase()
      const name = event.shiftKey ? `shift+${key}` : key
      const does = latest.current[event.key === '?' ? '?' : name]
      if (does === undefined) return
      if (!isEscape) event.preventDefault()
      does(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}
