import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('the tab says how many answers wait in all restaurants while nobody looks at it, and only then', async () => {
  const page = Object.assign(new EventTarget(), { hidden: false, title: 'Подмога' })
  vi.stubGlobal('document', page)
  vi.resetModules()
  const { setTitle, setWaiting } = await import('./title.ts')
  const look = (isHidden: boolean) => {
    page.hidden = isHidden
    page.dispatchEvent(new Event('visibilitychange'))
    return page.title
  }
  setWaiting(3)
  expect(look(true)).toBe('Подмога')
  setTitle('Тикеты · Помощь')
  expect(page.title).toBe('(3) Тикеты · Помощь')
  expect(look(false)).toBe('Тикеты · Помощь')
  expect(look(true)).toBe('(3) Тикеты · Помощь')
  setWaiting(0)
  expect(page.title).toBe('Тикеты · Помощь')
  setWaiting(12)
  setTitle('Смена · Помощь')
  expect(page.title).toBe('(12) Смена · Помощь')
})
