import type { PointerEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MEANT_MS, whenPointed } from './pointed.ts'

const HEIGHT = 100

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A scrollable list of rows with a mouse over it. */
const openList = () => {
  const asked: number[] = []
  let scrolled = 0
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    isConnected: true,
    getBoundingClientRect: () => ({
      left: 0,
      right: 300,
      top: at * HEIGHT - scrolled,
      bottom: (at + 1) * HEIGHT - scrolled,
    }),
  }))
  const hands = rows.map((_, at) => whenPointed(() => asked.push(at)))
  const rowAt = (y: number) => Math.floor((y + scrolled) / HEIGHT)
  let under = -1
  const move = (x: number, y: number) => {
    const at = rowAt(y)
    if (under !== at) hands[under]?.onPointerLeave()
    under = at
    hands[at]?.onPointerMove({
      clientX: x,
      clientY: y,
      pointerType: 'mouse',
      currentTarget: rows[at] as unknown as Element,
    } as PointerEvent<Element>)
  }
  return {
    asked,
    move,
    scrollTo: (to: number) => {
      scrolled = to
    },
    hands,
  }
}

test('what the mouse is moved onto and stays over is asked for once, what it only crosses is not', () => {
  const { asked, move } = openList()
  for (let y = 0; y < 1000; y += HEIGHT) {
    move(10, y)
    vi.advanceTimersByTime(MEANT_MS / 4)
  }
  move(10, 905)
  vi.advanceTimersByTime(MEANT_MS)
  move(11, 906)
  vi.advanceTimersByTime(1000)
  expect(asked).toEqual([9])
})

test('of the rows that a scrolled list brings under a resting mouse none is asked for, however long each stays', () => {
  const { asked, move, scrollTo } = openList()
  move(20, 250)
  for (let to = 0; to < 50_000; to += HEIGHT) {
    scrollTo(to)
    // Browsers send a move event when an element scrolls under the pointer.
    move(20, 250)
    vi.advanceTimersByTime(MEANT_MS * 2)
  }
  expect(asked).toEqual([2])
  move(21, 250)
  vi.advanceTimersByTime(MEANT_MS)
  expect(asked).toEqual([2, 501])
})

test('a row that has been scrolled away before it was meant is not asked for, also when no event told so', () => {
  const { asked, move, scrollTo } = openList()
  move(30, 50)
  scrollTo(5000)
  vi.advanceTimersByTime(1000)
  expect(asked).toEqual([])
})

test('a finger means it at once', () => {
  const { asked, hands } = openList()
  hands[7]?.onTouchStart()
  expect(asked).toEqual([7])
})
