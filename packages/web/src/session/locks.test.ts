import { afterEach, expect, test, vi } from 'vitest'
import { withRenewalLock } from '../locks.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a lock that a gone page keeps for good holds no sign-in for ever', async () => {
  vi.useFakeTimers()
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('navigator', { locks: { request } })
  const work = vi.fn(async () => 'in')
  const done = withRenewalLock(work)
  await vi.advanceTimersByTimeAsync(7000)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect([await done, work.mock.calls.length]).toEqual(['in', 1])
})

test('what fails, or takes long, under the lock is done once', async () => {
  vi.useFakeTimers()
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => work()
  vi.stubGlobal('navigator', { locks: { request } })
  const work = vi.fn(async () => {
    await new Promise((later) => setTimeout(later, 20_000))
    throw new Error('no')
  })
  const refused = expect(withRenewalLock(work)).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
  expect(work).toHaveBeenCalledTimes(1)
})
