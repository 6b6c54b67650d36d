import { type FocusEvent, type RefObject, useEffect } from 'react'

/**
 * Calls `onLeave` when the user presses or focuses something outside the box. Focus lost to nothing does not count: on some
 * phones tapping a link causes that.
 */
export function useInteractOutside(box: RefObject<HTMLElement | null>, isOpen: boolean, onLeave: () => void) {
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
