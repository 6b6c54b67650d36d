import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeUndoTime, UNDO_MS } from './undo-time.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('an offer to undo ends after five seconds, and not while the pointer or the focus rests on it', () => {
  const onEnd = vi.fn()
  makeUndoTime(onEnd)
  vi.advanceTimersByTime(UNDO_MS)
  expect(onEnd).toHaveBeenCalledOnce()

  const held = vi.fn()
  const { hold } = makeUndoTime(held)
  vi.advanceTimersByTime(UNDO_MS - 1)
  hold.onPointerEnter()
  vi.advanceTimersByTime(60_000)
  hold.onFocus()
  hold.onPointerLeave()
  vi.advanceTimersByTime(60_000)
  hold.onPointerEnter()
  hold.onBlur()
  vi.advanceTimersByTime(60_000)
  expect(held, 'one of them was there all the time').not.toHaveBeenCalled()
  hold.onPointerLeave()
  vi.advanceTimersByTime(UNDO_MS - 1)
  expect(held).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(held).toHaveBeenCalledOnce()

  const stopped = vi.fn()
  makeUndoTime(stopped).stop()
  vi.advanceTimersByTime(UNDO_MS)
  expect(stopped).not.toHaveBeenCalled()
})
