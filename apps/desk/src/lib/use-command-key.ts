import { useEffect, useRef } from 'react'
import { OVERLAY } from './use-hotkeys.ts'

/** Calls `open` on Ctrl+K or ⌘K by physical key (any layout); in text fields too, but not while a dialog is open. */
export function useCommandKey(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.code === 'KeyK' && event.ctrlKey !== event.metaKey
      if (!isCommand || event.altKey || event.shiftKey || event.isComposing || event.defaultPrevented) return
      if (document.querySelector(OVERLAY) !== null) return
      // The browser's own Ctrl+K would leave the page.
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
