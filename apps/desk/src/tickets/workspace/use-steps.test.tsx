// @vitest-environment happy-dom
import { useRef, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import { openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { listed } from '../tickets.testing.ts'
import { useSteps } from './use-steps.ts'

const wire = wireOfEach()
beforeEach(() => history.replaceState(null, '', '/desk/'))

const PAGE = 30
const rowsUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ item: listed(String(at + 1)), isGone: false }))
const at = () => location.pathname

/** Changes the URL at once, as a browser does; the page renders it later. */
function Queue({ all }: { all: number }) {
  const [count, setCount] = useState(Math.min(PAGE, all))
  const steps = useSteps({
    call: useScope().call,
    view: { tab: 'waiting', number: null },
    rows: rowsUpTo(count),
    list: useRef(null),
    onEnd: () => count < all,
    go: (path) => history.replaceState(null, '', `/desk${path}`),
  })
  const times = (presses: number, by: 1 | -1) => {
    for (let press = 0; press < presses; press += 1) steps.step(by)
  }
  return (
    <>
      <button type="button" onClick={() => times(12, 1)}>
        J × 12
      </button>
      <button type="button" onClick={() => times(40, 1)}>
        J × 40
      </button>
      <button type="button" onClick={() => times(3, -1)}>
        K × 3
      </button>
      <button type="button" onClick={() => setCount(all)}>
        Страница
      </button>
    </>
  )
}

test('each press of J and K goes on by one ticket, though the page is still drawing the first of them', async () => {
  openScreen(wire, <Queue all={20} />)
  await press('J × 12')
  expect(at()).toBe('/desk/tickets/12')
  await press('K × 3')
  expect(at()).toBe('/desk/tickets/9')
  // At the end of the whole queue further presses do nothing.
  await press('J × 40')
  expect(at()).toBe('/desk/tickets/20')
})

test('presses at the last row are replayed when the next page has loaded', async () => {
  openScreen(wire, <Queue all={90} />)
  await press('J × 40')
  expect(at()).toBe('/desk/tickets/30')
  await press('Страница')
  await expect.poll(at).toBe('/desk/tickets/40')
})

test('presses that have waited too long for the next page are forgotten: it moves nobody who looks elsewhere', async () => {
  openScreen(wire, <Queue all={90} />)
  await press('J × 40')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 2000)
  await press('Страница')
  await says('Страница')
  expect(at()).toBe('/desk/tickets/30')
  vi.restoreAllMocks()
  await press('J × 12')
  expect(at()).toBe('/desk/tickets/42')
})
