// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

let root: ReturnType<typeof createRoot>
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const Bar = ({ word }: { word: string }) => <p>{word}</p>
/** Without the announcement. */
const shown = () => document.querySelector('p, span')?.textContent

test('a part in its place that cannot be fetched says so, breaks nothing, comes once it can, and then at once', async () => {
  let isThere = false
  const Part = lazyPart(
    async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return Bar
    },
    { inPlace: true },
  )
  await act(async () => root.render(<Part word="Выбрано: 2" />))
  expect(shown()).toBe('Нет соединения. Откроем, когда сеть появится.')
  expect(document.querySelector('button')).toBeNull()
  isThere = true
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(shown()).toBe('Выбрано: 2')
  act(() => root.render(null))
  act(() => root.render(<Part word="Выбрано: 3" />))
  expect(shown()).toBe('Выбрано: 3')
})
