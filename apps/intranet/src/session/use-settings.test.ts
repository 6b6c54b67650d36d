import * as session from '@podmoga/web/session/ask'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchSettings } from './use-settings.ts'

const ask = vi.fn()
const page = new EventTarget()
const shown = Object.assign(new EventTarget(), { visibilityState: 'visible' })

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockReset().mockResolvedValue({ brand: 'Новое имя' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(shown, { getElementById: () => null }))
  vi.spyOn(session, 'ask').mockImplementation(ask)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (visibilityState: 'visible' | 'hidden') => {
  Object.assign(shown, { visibilityState }).dispatchEvent(new Event('visibilitychange'))
}

it('a page that stays open for an hour fetches nothing; one that the user returns to fetches once', async () => {
  const told = vi.fn()
  const stop = watchSettings(told)
  await vi.advanceTimersByTimeAsync(3600_000)
  expect(ask).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)

  show('hidden')
  expect(ask).not.toHaveBeenCalled()
  show('visible')
  // A browser fires both events when its window becomes active.
  page.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(told.mock.calls).toEqual([[{ brand: 'Новое имя' }]])

  page.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(3600_000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
  show('visible')
  page.dispatchEvent(new Event('focus'))
  expect(ask).toHaveBeenCalledTimes(2)
})

it('if the call fails, the settings stay, and nothing is retried', async () => {
  ask.mockRejectedValue(new TypeError('Failed to fetch'))
  const told = vi.fn()
  const stop = watchSettings(told)
  page.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(3600_000)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(told).not.toHaveBeenCalled()
  stop()
})
