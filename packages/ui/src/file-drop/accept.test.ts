import { expect, test } from 'vitest'
import { acceptNames, splitByAccept, unfitText } from './accept.tsx'
import { pastedFiles } from './pasted-files.tsx'

const ACCEPT = ['.jpg', '.jpeg', '.png', '.pdf', '.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx']
const file = (name: string, type = '') => new File(['x'], name, { type })
const names = (files: File[]) => files.map(({ name }) => name)

test('files are parted by extension, whatever its case', () => {
  const { fit, unfit } = splitByAccept(
    [file('a.JPG'), file('b.exe'), file('pdf'), file('.png'), file('c.tar.docx')],
    ACCEPT,
  )
  expect(names(fit)).toEqual(['a.JPG', 'c.tar.docx'])
  expect(names(unfit)).toEqual(['b.exe', 'pdf', '.png'])
})

test('people read the list without near twins', () => {
  expect(acceptNames(ACCEPT)).toBe('JPG, PNG, PDF, DOC, XLS, PPT')
})

test('a refusal names the file and the allowed types', () => {
  expect(unfitText([file('b.exe')], ACCEPT)).toBe(
    'Файл нельзя прикрепить: «b.exe». Подходят JPG, PNG, PDF, DOC, XLS, PPT.',
  )
})

function clipboard(types: string[], files: File[]): DataTransfer {
  return { types, files } as unknown as DataTransfer
}

test('a pasted picture is named by its time, a second one gets a number', () => {
  const now = new Date(2026, 10, 20, 14, 5)
  const data = clipboard(
    ['Files'],
    [file('image.png', 'image/png'), file('image.png', 'image/png'), file('Акт.pdf')],
  )
  expect(names(pastedFiles(data, ['скриншот 14-05.png'], now))).toEqual([
    'скриншот 14-05 (2).png',
    'скриншот 14-05 (3).png',
    'Акт.pdf',
  ])
})

test('text copied from an office program is text', () => {
  expect(pastedFiles(clipboard(['text/plain', 'text/html', 'Files'], [file('image.png')]))).toEqual([])
})
