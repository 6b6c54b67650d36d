// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as session from './ask.ts'
import { endSession } from './sign-out.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(session, 'ask').mockResolvedValue(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['a slow phone needs seconds to remove what it kept: they are waited for', 5000, 5000],
  ['one that does not get through is left to the next start', Number.POSITIVE_INFINITY, 10_000],
])('%s', async (_, needs_ms, waits_ms) => {
  const forgotten = new Promise((resolve) => {
    if (Number.isFinite(needs_ms)) setTimeout(resolve, needs_ms)
  })
  const ended = vi.fn()
  void endSession('staff', forgotten).then(ended)
  await vi.advanceTimersByTimeAsync(waits_ms - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledOnce()
})
