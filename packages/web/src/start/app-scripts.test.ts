import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('a browser that does not tell what it has painted is not waited for longer than a frame', async () => {
  const observe = vi.fn()
  let tell = () => {}
  const observer = (types: string[]) =>
    class {
      static supportedEntryTypes = types
      constructor(told: () => void) {
        tell = told
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
  tell()
  await seen
})
