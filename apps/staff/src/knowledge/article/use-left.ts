import { type FocusEvent, type RefObject, useEffect } from 'react'

/**
 * Tells when the person turns to something outside a box: a press, or the focus moving there. A focus that goes
 * nowhere is not enough: a tap on a link does that on some phones.
 */
export function useLeft(box: RefObject<HTMLElement | null>, isOpen: boolean, onLeave: () => void) {
  useEffect(() => {
    if (!isOpen) return
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onLeave()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [box, isOpen, onLeave])
  return (event: FocusEvent) => {
    if (event.relatedTarget !== null && !box.current?.contains(event.relatedTarget)) onLeave()
  }
}
