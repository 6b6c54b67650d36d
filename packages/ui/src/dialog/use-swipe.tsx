import { type PointerEvent, useRef } from 'react'

const CLOSE_PX = 96
const CLOSE_SPEED = 0.6

/**
 * Drags a sheet by its head with a finger and closes it past 96 px or on a quick flick. Spread the result on the head;
 * the sheet is the head's nearest ancestor with `data-sheet`.
 */
export function useSwipe(direction: 'down' | 'left', onClose: () => void) {
  const drag = useRef<{ from: number; at: number; sheet: HTMLElement } | null>(null)
  const along = (event: PointerEvent) => (direction === 'down' ? event.clientY : -event.clientX)
  const settle = (event: PointerEvent<HTMLElement>, mayClose: boolean) => {
    const current = drag.current
    drag.current = null
    if (!current) return
    const moved = along(event) - current.from
    const speed = moved / Math.max(1, event.timeStamp - current.at)
    current.sheet.style.translate = ''
    if (mayClose && (moved > CLOSE_PX || (moved > 24 && speed > CLOSE_SPEED))) onClose()
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target as Element
      const sheet = event.currentTarget.closest<HTMLElement>('[data-sheet]')
      if (event.pointerType === 'mouse' || !sheet || target.closest('button, a, input')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { from: along(event), at: event.timeStamp, sheet }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag.current) return
      const moved = Math.max(0, along(event) - drag.current.from)
      drag.current.sheet.style.translate = direction === 'down' ? `0 ${moved}px` : `${-moved}px 0`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => settle(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => settle(event, false),
  }
}
