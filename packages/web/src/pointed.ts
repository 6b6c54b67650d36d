import type { PointerEvent } from 'react'

/** A pointer that stays on an element for this long is intentional. */
export const MEANT_MS = 60

interface Spot {
  x: number
  y: number
}

// Module state: there is one pointer.
let last: Spot | null = null
let over: Element | null = null
let meant: ReturnType<typeof setTimeout> | undefined

const isUnder = (element: Element, { x, y }: Spot): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return element.isConnected && left <= x && x < right && top <= y && y < bottom
}

const leave = (): void => {
  clearTimeout(meant)
  over = null
}

/**
 * Handlers for a link or a row that prefetch before the click: when the mouse moves onto it and stays, or a touch starts.
 * Rows that scroll under a resting mouse do not count, so scrolling by a thousand rows prefetches nothing.
 */
export const whenPointed = (work: () => void) => ({
  onPointerMove: ({ clientX: x, clientY: y, currentTarget, pointerType }: PointerEvent<Element>): void => {
    // Browsers also send a move event when only the content under the pointer has moved.
    if (pointerType === 'touch' || (last?.x === x && last.y === y)) return
    const spot = { x, y }
    last = spot
    if (over === currentTarget) return
    clearTimeout(meant)
    over = currentTarget
    meant = setTimeout(() => {
      if (last !== null && isUnder(currentTarget, last)) work()
      else over = null
    }, MEANT_MS)
  },
  onPointerLeave: leave,
  onTouchStart: work,
})
