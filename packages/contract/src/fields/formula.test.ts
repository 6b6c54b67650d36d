import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './formula.ts'

test.each([
  '=1+1',
  '+cmd|x',
  '-1+1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋cmd|x',
  '－1+1',
  '＠SUM(1)',
])('U21: a spreadsheet does not run the cell %j, and it is read back', (cell) => {
  expect(guardCell(cell)).toBe(`'${cell}`)
  expect(unguardCell(guardCell(cell))).toBe(cell)
})

test.each(['Касса', '1 = 1', ' =1', "'Касса'", ''])('the cell %j stays as it is', (cell) => {
  expect(guardCell(cell)).toBe(cell)
  expect(unguardCell(cell)).toBe(cell)
})
