import { expect, test } from 'vitest'
import { addFiles, sentOfEach } from './add-files.ts'

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)

test('files of allowed types are added to those present', () => {
  const { files, problem } = addFiles([file('a.png')], [file('b.pdf'), file('в.DOCX')])
  expect(files.map(({ name }) => name)).toEqual(['a.png', 'b.pdf', 'в.DOCX'])
  expect(problem).toBe('')
})

test('every file left out is told why', () => {
  const { files, problem } = addFiles([], [file('run.exe'), file('empty.png', 0), file('ok.png')])
  expect(files.map(({ name }) => name)).toEqual(['ok.png'])
  expect(problem).toContain('«run.exe»')
  expect(problem).toContain('«empty.png»')
})

test('no more than ten files', () => {
  const { files, problem } = addFiles(
    [],
    Array.from({ length: 12 }, (_, at) => file(`${at}.png`)),
  )
  expect(files).toHaveLength(10)
  expect(problem).toBe('Можно приложить не больше 10 файлов. Не приложены: «10.png», «11.png».')
})

test('the bytes of an upload are shared out in order', () => {
  expect(sentOfEach([{ size: 100 }, { size: 50 }, { size: 10 }], 120)).toEqual([100, 20, 0])
})
