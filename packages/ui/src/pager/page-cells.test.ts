import { expect, test } from 'vitest'
import { pageCells } from './page-cells.tsx'

test.each([
  [1, 3, [1, 2, 3]],
  [7, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [16, 20, [1, null, 15, 16, 17, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 16, 17, 18, 19, 20]],
])('page %i of %i', (page, total, cells) => {
  expect(pageCells(page, total)).toEqual(cells)
})

test.each([
  [1, 6, [1, 2, 3, null, 6]],
  [4, 7, [1, null, 4, null, 7]],
  [6, 7, [1, null, 5, 6, 7]],
])('page %i of %i on a phone', (page, total, cells) => {
  expect(pageCells(page, total, 5)).toEqual(cells)
})

test.each([5, 7] as const)('of %i cells a gap always hides at least two pages', (most) => {
  for (let total = 1; total <= 30; total += 1) {
    for (let page = 1; page <= total; page += 1) {
      const cells = pageCells(page, total, most)
      expect(cells).toContain(page)
      expect(cells.length).toBeLessThanOrEqual(most)
      for (const [index, cell] of cells.entries()) {
        if (cell !== null) continue
        expect((cells[index + 1] ?? 0) - (cells[index - 1] ?? 0)).toBeGreaterThan(2)
      }
    }
  }
})
