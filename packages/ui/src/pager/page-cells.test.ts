import { expect, test } from 'vitest'
import { pageCells } from './page-cells.tsx'

test.each([
  [1, 3, [1, 2, 3]],
  [7, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [16, 20, [1, null, 15, 16, 17, null, 20]],
  [20, 20, [1, null, 16, 17, 18, 19, 20]],
])('page %i of %i', (page, total, cells) => {
  expect(pageCells(page, total)).toEqual(cells)
})

test('a gap always hides at least two pages', () => {
  for (let total = 1; total <= 30; total += 1) {
    for (let page = 1; page <= total; page += 1) {
      const cells = pageCells(page, total)
      expect(cells).toContain(page)
      cells.forEach((cell, index) => {
        if (cell !== null) return
        const [before, after] = [cells[index - 1] ?? 0, cells[index + 1] ?? 0]
        expect(after - before).toBeGreaterThan(2)
      })
    }
  }
})
