import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('a browser that does not tell what it has painted is not waited for longer than a frame', async () => {
  const observe = vi.fn()
  let notify = () => {}
  const observer = (types: string[]) =>
    class {
      static supportedEntryTypes = types
      constructor(callback: () => void) {
        notify = callback
      }
      observe = observe
    }
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame))
  vi.stubGlobal('PerformanceObserver', observer(['paint']))
  const { painted } = await import('./app-scripts.ts')
  await painted()
  expect(observe).not.toHaveBeenCalled()
  vi.stubGlobal('PerformanceObserver', observer(['largest-contentful-paint']))
  const seen = painted()
  expect(observe).toHaveBeenCalledOnce()
  notify()
  await seen
})

test('a script that a server refuses while it starts is asked for again before it runs', async () => {
  const asked = vi
    .fn()
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValue(new Response('0'))
  const append = vi.fn()
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('document', {
    readyState: 'complete',
    querySelectorAll: () => [{ src: 'data:text/javascript,0' }],
    createElement: () => ({}),
    head: { append },
  })
  const { startApp } = await import('./app-scripts.ts')
  await startApp()
  expect([asked.mock.calls.length, append.mock.calls.length]).toEqual([2, 1])
})
