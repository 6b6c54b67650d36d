import { expect, test } from 'vitest'
import { diffLines, linesOf, linksOf } from './text-diff.ts'

test('an article is compared line by line', () => {
  expect(
    linesOf('<h2>Касса</h2><ul><li><p>Раз &amp; два</p></li></ul><img src="/x" alt="Чек"><p></p>'),
  ).toEqual(['Касса', 'Раз & два', '[Картинка: Чек]'])
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

test('links are told once, materials by their ids', () => {
  expect(
    linksOf(
      '<a data-material="7" href="/1/section/2/material/7">а</a><a href="https://x.uz/?a=1&amp;b=2">б</a><a href="https://x.uz/?a=1&amp;b=2">в</a>',
    ),
  ).toEqual(['material:7', 'https://x.uz/?a=1&b=2'])
})
