import type { Transport, WireRequest } from '@podmoga/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const request: WireRequest = { url: '/api/help_desk/tickets/', method: 'GET', headers: {} }
const answer = { status: 200, header: () => null, text: '{}' }
const never = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
const hangs: Transport = ({ signal }) => never(signal)
const fails: Transport = async () => {
  throw new TypeError('Failed to fetch')
}
const answers: Transport = async () => answer

/** The result of a probe. */
let line: 'whole' | 'cut' | 'hanging' | 'starting'
const asked = vi.fn(async (_: URL, init: RequestInit) => {
  if (line === 'cut') throw new TypeError('Failed to fetch')
  if (line === 'hanging') return never(init.signal)
  return new Response('', line === 'starting' ? { headers: { 'retry-after': '5' } } : {})
})
let connectivity: typeof import('./connectivity.ts')
const onChange = vi.fn()

beforeEach(async () => {
  vi.useFakeTimers()
  line = 'whole'
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('location', new URL('https://help.test/1'))
  // `onLine` is true, as on a Wi-Fi without internet.
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', asked)
  vi.resetModules()
  connectivity = await import('./connectivity.ts')
  connectivity.onConnectivityChange(() => onChange(connectivity.isOnline()))
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('one call that fails while the server answers is that call’s own trouble', async () => {
  await expect(connectivity.watched(fails)(request)).rejects.toThrow('Failed to fetch')
  expect(asked).toHaveBeenCalledOnce()
  expect(connectivity.isOnline()).toBe(true)
  expect(onChange).not.toHaveBeenCalled()
})

test('a call that fails when nothing gets through: the network is gone before the caller hears of it, and is looked for', async () => {
  line = 'cut'
  await expect(
    connectivity
      .watched(fails)(request)
      .finally(() => expect(connectivity.isOnline()).toBe(false)),
  ).rejects.toThrow()
  expect(onChange.mock.calls).toEqual([[false]])
  // The delay doubles each time, up to 30 seconds.
  await vi.advanceTimersByTimeAsync(31_500)
  expect(asked).toHaveBeenCalledTimes(1 + 5)
  line = 'whole'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(onChange.mock.calls).toEqual([[false], [true]])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveBeenCalledTimes(1 + 6)
})

test('a server that only starts is not there yet: the page waits for it, and one that cannot serve just now is there', async () => {
  const refuses: Transport = async () => ({ ...answer, status: 503 })
  await connectivity.watched(refuses)(request)
  expect([connectivity.isOnline(), onChange.mock.calls]).toEqual([true, []])
  line = 'starting'
  await connectivity.watched(refuses)(request)
  expect(connectivity.isOnline()).toBe(false)
  await connectivity.watched(refuses)(request)
  await vi.advanceTimersByTimeAsync(2000)
  expect(onChange.mock.calls).toEqual([[false]])
  line = 'whole'
  await vi.advanceTimersByTimeAsync(2000)
  expect(onChange.mock.calls).toEqual([[false], [true]])
})

test('a line on which nothing is ever answered is given up within seven seconds', async () => {
  line = 'hanging'
  const lost = vi.fn()
  void connectivity.watched(hangs)(request).catch(lost)
  await vi.advanceTimersByTimeAsync(6900)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(lost).toHaveBeenCalledOnce()
  expect(connectivity.isOnline()).toBe(false)
  // A request made while offline fails sooner, and an answer to one means that the page is online.
  const next = vi.fn()
  void connectivity.watched(hangs)(request).catch(next)
  await vi.advanceTimersByTimeAsync(3100)
  expect(next).toHaveBeenCalledOnce()
  await connectivity.watched(answers)(request)
  expect(onChange.mock.calls).toEqual([[false], [true]])
})

test('a slow answer is waited for as long as it takes while the server answers otherwise', async () => {
  let settle = (_: typeof answer): void => undefined
  const slow = connectivity.watched(() => new Promise((resolve) => (settle = resolve)))(request)
  await vi.advanceTimersByTimeAsync(60_000)
  settle(answer)
  expect(await slow).toBe(answer)
  expect(onChange).not.toHaveBeenCalled()
})

test('an upload that fills a slow line is not taken for a lost one', async () => {
  line = 'hanging'
  let sent = 0
  const upload: Transport = ({ onProgress }) =>
    new Promise((resolve) => {
      const timer = setInterval(() => {
        sent += 10
        onProgress?.(sent, 100)
        if (sent < 100) return
        clearInterval(timer)
        resolve(answer)
      }, 2000)
    })
  const progress = vi.fn()
  const whole = connectivity.watched(upload)({ ...request, method: 'POST', onProgress: progress })
  // Another request is slow at the same time.
  const beside = vi.fn()
  void connectivity.watched(hangs)(request).catch(beside)
  await vi.advanceTimersByTimeAsync(21_000)
  expect(await whole).toBe(answer)
  expect(progress).toHaveBeenCalledTimes(10)
  expect(onChange).not.toHaveBeenCalled()
  expect(beside).not.toHaveBeenCalled()
})

test('an answer that was on its way when the network went does not bring it back', async () => {
  let settle = (_: typeof answer): void => undefined
  const late = connectivity.watched(() => new Promise((resolve) => (settle = resolve)))(request)
  line = 'cut'
  window.dispatchEvent(new Event('offline'))
  settle(answer)
  await late
  await vi.advanceTimersByTimeAsync(0)
  expect(connectivity.isOnline()).toBe(false)
  // The page probes at once anyway.
  expect(asked).toHaveBeenCalledOnce()
})

test('who takes a call back hears their own reason, and nothing is asked', async () => {
  const gone = new AbortController()
  const call = connectivity.watched(hangs)({ ...request, signal: gone.signal })
  gone.abort('nobody waits')
  await expect(call).rejects.toBe('nobody waits')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).not.toHaveBeenCalled()
})

test('a browser that says it has no network is believed until something gets through', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.resetModules()
  connectivity = await import('./connectivity.ts')
  expect(connectivity.isOnline()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(connectivity.isOnline()).toBe(true)
  window.dispatchEvent(new Event('offline'))
  expect(connectivity.isOnline()).toBe(false)
  line = 'cut'
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connectivity.isOnline()).toBe(false)
})

test('a page that its worker has opened without the server begins without it, and asks at once', async () => {
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: { kept: '' } } }),
  )
  line = 'cut'
  vi.resetModules()
  connectivity = await import('./connectivity.ts')
  expect(connectivity.isOnline()).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledOnce()
  expect(connectivity.isOnline()).toBe(false)
  // The server had only been slow.
  line = 'whole'
  vi.resetModules()
  connectivity = await import('./connectivity.ts')
  await vi.advanceTimersByTimeAsync(0)
  expect(connectivity.isOnline()).toBe(true)
})
