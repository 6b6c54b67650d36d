import type { Limits } from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { addFiles, sentOfEach } from './add-files.ts'

const limits: Limits = { max_file_size: 100, max_files: 2, max_total_size: 150, accept: ['.png', '.pdf'] }
const file = (name: string, size: number) => new File([new Uint8Array(size)], name, { lastModified: 1 })

describe('addFiles', () => {
  test('takes what fits', () => {
    const { files, problem } = addFiles([], [file('a.png', 10), file('Б.PDF', 10)], limits)
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'Б.PDF'])
    expect(problem).toBe('')
  })

  test('the same file counts once', () => {
    expect(addFiles([file('a.png', 10)], [file('a.png', 10)], limits).files).toHaveLength(1)
  })

  test.each([
    ['a type', [file('a.exe', 10)], '«a.exe». Подходят PNG, PDF.'],
    ['an empty file', [file('a.png', 0)], 'Файл пуст: «a.png».'],
    ['a large file', [file('a.png', 101)], 'Слишком большой файл: «a.png».'],
    ['too many', [file('a.png', 1), file('b.png', 1), file('c.png', 1)], 'не больше 2 файлов'],
    ['too much', [file('a.png', 90), file('b.png', 90)], 'Файлы вместе слишком большие'],
  ])('names the cause: %s', (_, added, text) => {
    const { files, problem } = addFiles([], added, limits)
    expect(problem).toContain(text)
    expect(files.length).toBeLessThan(added.length)
  })

  test('names what has found no room, and counts the rest of many', () => {
    const many = Array.from({ length: 9 }, (_, at) => file(`${at + 1}.png`, 1))
    expect(addFiles([], many.slice(0, 3), limits).problem).toMatch(/Не приложен: «3\.png»\.$/)
    expect(addFiles([], many, limits).problem).toMatch(
      /Не приложены: «3\.png», «4\.png», «5\.png», «6\.png», «7\.png» и ещё 2\.$/,
    )
  })

  test('one bad file does not lose the others', () => {
    const { files } = addFiles([file('a.png', 10)], [file('b.exe', 10), file('c.png', 10)], limits)
    expect(files.map(({ name }) => name)).toEqual(['a.png', 'c.png'])
  })
})

describe('sentOfEach', () => {
  const files = [file('a.png', 100), file('b.png', 50)]
  test.each([
    [0, 0, [0, 0]],
    [20, 200, [0, 0]],
    [100, 200, [50, 0]],
    [175, 200, [100, 25]],
    [200, 200, [100, 50]],
  ])('%i of %i bytes', (sent, total, parts) => {
    expect(sentOfEach(files, sent, total)).toEqual(parts)
  })
})
