import { clearSignOut, noteSignOut } from '@podmoga/web/session/signed-out'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptTexts } from '../../knowledge/material/kept-texts.ts'
import { drafts } from './drafts.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    get length() {
      return kept.size
    },
  })
})
afterEach(() => {
  clearSignOut()
  vi.unstubAllGlobals()
})

const namesOf = async (ticket: string) => (await drafts.files('p', ticket)).map(({ name }) => name)

test('a draft that goes to another ticket takes along what is in its field and not yet written down', async () => {
  const pdf = new File(['x'], 'memo.pdf', { lastModified: 1 })
  drafts.keepText('p', '1', 'Добрый')
  drafts.keepText('p', '2', 'Было здесь')
  await drafts.keepFiles('p', '1', [pdf])
  await drafts.keepFiles('p', '2', [pdf])
  let held = 'Добрый день, печатаю без остан'
  const close = drafts.open('p', '1', () => {
    drafts.keepText('p', '1', held)
    held = ''
  })
  await drafts.move('p', '1', '2')
  close()
  expect(drafts.text('p', '2')).toBe('Было здесь\n\nДобрый день, печатаю без остан')
  expect([drafts.text('p', '1'), await namesOf('1'), await namesOf('2')]).toEqual(['', [], ['memo.pdf']])
})

test('files for an unopened draft are appended, and dropped after sign-out', async () => {
  const file = (name: string) => new File(['x'], name, { lastModified: 1 })
  await drafts.keepFiles('p', '3', [file('a.pdf')])
  await drafts.addFiles('p', '3', [file('b.pdf'), file('a.pdf')])
  expect(await namesOf('3')).toEqual(['a.pdf', 'b.pdf'])
  drafts.close('q')
  await drafts.forget('q')
  await drafts.addFiles('q', '3', [file('b.pdf')])
  expect(await drafts.files('q', '3')).toEqual([])
})

test('after a sign-out in another tab nothing typed is stored here', async () => {
  noteSignOut()
  drafts.keepText('r', '4', 'Добрый день')
  await drafts.keepFiles('r', '4', [new File(['x'], 'a.pdf')])
  expect(keptTexts.write('unsaved', 'r', '4', { title: 'Касса' })).toBe(false)
  expect([drafts.text('r', '4'), await drafts.files('r', '4'), localStorage.length]).toEqual(['', [], 0])
})
