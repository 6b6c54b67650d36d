import { expect, test } from 'vitest'
import { makeSubmitKey } from './submit-key.ts'

test('the same is sent under the same key until it is done; another text, other files or none are another submit', () => {
  const key = makeSubmitKey()
  const [one, two] = [new File(['а'], 'а.txt'), new File(['а'], 'а.txt')]
  const first = key.of('Текст', one)
  expect(key.of('Текст', one)).toBe(first)
  const others = [key.of('Текст', two), key.of('Текст'), key.of('Другой', one), key.of('Текст', one)]
  expect(new Set([first, ...others]).size).toBe(5)
  const last = key.of('Текст', one)
  key.done()
  expect(key.of('Текст', one)).not.toBe(last)
})
