import { expect, test } from 'vitest'
import { functionsOf } from './function-sizes.ts'

test('functions of every kind are measured from their first line to their last, nested ones by themselves', () => {
  const text = `// Комментарий, в котором байтов больше, чем букв: «ёлка».

export const arrow = (): number => {
  const inner = () => 1
  return inner()
}
function declared(): void {
}
class Кухня {
  method() {
    return [1].map(function twice(one) {
      return one * 2
    })
  }
}
`
  expect(functionsOf(text, false)).toEqual([
    { line: 3, lines: 4 },
    { line: 4, lines: 1 },
    { line: 7, lines: 2 },
    { line: 10, lines: 5 },
    { line: 11, lines: 3 },
  ])
})

test('a component with its markup is a function like any other', () => {
  expect(functionsOf('export function Card() {\n  return (\n    <p>текст</p>\n  )\n}\n', true)).toEqual([
    { line: 1, lines: 5 },
  ])
})
