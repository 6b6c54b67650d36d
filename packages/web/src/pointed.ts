import type { PointerEvent } from 'react'

/** A pointer that stays over something for so long means it. */
export const MEANT_MS = 60

interface Spot {
  x: number
  y: number
}

// There is one pointer, whatever lies under it.
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
 * Handlers for a link or a row that do something ahead of its press: once a mouse has been moved onto it and stays, or a
 * finger has come down on it. What a scrolled list brings under a resting mouse is not meant: of a thousand rows that go
 * by, none is asked for.
 */
export const whenPointed = (work: () => void) => ({
  onPointerMove: ({ clientX: x, clientY: y, currentTarget, pointerType }: PointerEvent<Element>): void => {
    // Browsers tell of a move when only what lies under the pointer has moved.
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
