// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStillWhilePressed } from './use-still-while-pressed.ts'

function Hint({ text }: { text: string }) {
  return <p>{useStillWhilePressed(text)}</p>
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each(['pointerup', 'pointercancel'])(
  'what comes under a press is shown after the click (%s)',
  (release) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const draw = (text: string) => act(() => root.render(<Hint text={text} />))
    const hear = (name: string) => act(() => void window.dispatchEvent(new Event(name)))
    draw('')
    draw('Похожий тикет')
    expect(place.textContent).toBe('Похожий тикет')
    hear('pointerdown')
    draw('Два похожих')
    expect(place.textContent).toBe('Похожий тикет')
    hear(release)
    expect(place.textContent).toBe('Похожий тикет')
    act(() => void vi.runAllTimers())
    expect(place.textContent).toBe('Два похожих')
    act(() => root.unmount())
  },
)
