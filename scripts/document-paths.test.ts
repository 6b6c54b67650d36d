import { expect, test } from 'vitest'
import { longParagraphs, wrongChecks, wrongPaths } from './document-paths.ts'

const FILES = [
  'README.md',
  'apps/server/src/http/serve.ts',
  'docs/decisions/0001-one.md',
  'docs/decisions/README.md',
]

test('a file that is not there is seen, by its whole path and by the end of it', () => {
  const text = 'See `apps/server/src/http/gone.ts`, `http/serves.ts` and `node scripts/gone.ts --now`.'
  expect(wrongPaths('README.md', text, FILES)).toEqual([
    'README.md: нет файла apps/server/src/http/gone.ts',
    'README.md: нет файла http/serves.ts',
    'README.md: нет файла scripts/gone.ts',
  ])
})

test('the end of a path is a whole name, and what is named in full is looked for in full', () => {
  expect(wrongPaths('README.md', '`erve.ts` and `http/`', FILES)).toEqual(['README.md: нет файла erve.ts'])
  expect(wrongPaths('README.md', '`apps/http/serve.ts`', FILES)).toHaveLength(1)
})

test('files, folders, names from the middle on, patterns and code are no mistakes', () => {
  const text =
    '`apps/server/src/http/serve.ts`, `apps/server/`, `http/serve.ts`, `apps/*/src`, `<domain>.sql.ts`, `e2e/x.spec.ts`, `once()`'
  expect(wrongPaths('README.md', text, FILES)).toEqual([])
})

test('a link is followed from where the document lies', () => {
  const text =
    '[one](0001-one.md#price), [up](../../README.md), [out](https://example.test/x.md), [gone](0002-two.md)'
  expect(wrongPaths('docs/decisions/README.md', text, FILES)).toEqual([
    'docs/decisions/README.md: ссылка ведёт в никуда: docs/decisions/0002-two.md',
  ])
})

test('a check that is named is there, in the file it is named with', () => {
  const textsOf = (name: string) => (name === 'a.spec.ts' ? ["test('Back shows the list', …)"] : [])
  const text = '| 8 | `a.spec.ts` «Back shows», «Назад», «goes away»; `b.test.ts` |'
  expect(wrongChecks('q.md', text, textsOf)).toEqual([
    'q.md: в a.spec.ts нет «goes away»',
    'q.md: нет файла b.test.ts',
  ])
})

test('a paragraph of more than eight lines is seen, a table of any length is not', () => {
  const long = 'word '.repeat(200)
  expect(longParagraphs('a.md', `short\n\n${long}\n\n| ${long} |`)).toHaveLength(1)
  expect(longParagraphs('a.md', `- ${long.slice(0, 900)}\n- ${long.slice(0, 900)}`)).toEqual([])
})
