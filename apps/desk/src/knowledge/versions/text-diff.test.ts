import { expect, test } from 'vitest'
import { diffLines } from './text-diff.ts'

test('lines are compared, what was there before what came', () => {
  expect(diffLines(['а', 'их', 'б'], ['а', 'моё', 'б', 'конец'])).toEqual([
    { kind: 'same', text: 'а' },
    { kind: 'removed', text: 'их' },
    { kind: 'added', text: 'моё' },
    { kind: 'same', text: 'б' },
    { kind: 'added', text: 'конец' },
  ])
  expect(diffLines([], ['а'])).toEqual([{ kind: 'added', text: 'а' }])
})

test('of a very long article no line is left out of the comparison', () => {
  const long = Array.from({ length: 5_000 }, (_, n) => `строка ${n}`)
  expect(diffLines(long, [...long, 'ещё']).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'ещё' },
  ])
  const other = long.map((line) => `${line}!`)
  const lines = diffLines(long, other)
  expect(lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toEqual(long)
  expect(lines.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual(other)
})
