import { expect, test } from 'vitest'
import { MAX_SCALE, zoomAt } from './use-zoom.tsx'

const HOME = { scale: 1, x: 0, y: 0 }

test('the point under the cursor stays where it is', () => {
  const at = { x: 100, y: -40 }
  const once = zoomAt(HOME, 2, at)
  expect(once).toEqual({ scale: 2, x: -100, y: 40 })
  const seen = (view: typeof HOME) => ({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale })
  expect(seen(zoomAt(once, 1.3, at)).x).toBeCloseTo(seen(once).x)
  expect(seen(zoomAt(once, 1.3, at)).y).toBeCloseTo(seen(once).y)
})

test('the scale stays between one and five, and one means at home', () => {
  expect(zoomAt(HOME, 100, { x: 0, y: 0 }).scale).toBe(MAX_SCALE)
  expect(zoomAt({ scale: 2, x: 70, y: 10 }, 0.1, { x: 5, y: 5 })).toEqual(HOME)
})
