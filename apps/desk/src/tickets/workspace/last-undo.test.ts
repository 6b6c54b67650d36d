import { expect, test, vi } from 'vitest'
import { doing, undoable, undoLast, undoOffered } from './last-undo.ts'

test('what is offered is taken back at once and once, though something else is under way', async () => {
  const other = Promise.withResolvers<void>()
  void doing(other.promise)
  const undo = vi.fn()
  undoable(undo)
  expect([undoOffered(), undoOffered()]).toEqual([true, false])
  expect(undo).toHaveBeenCalledOnce()
  // The hotkey undoes the action in progress: it waits until that is done.
  undoable(undo)
  undoLast()
  expect(undo).toHaveBeenCalledOnce()
  other.resolve()
  await vi.waitFor(() => {
    undoLast()
    expect(undo).toHaveBeenCalledTimes(2)
  })
})
