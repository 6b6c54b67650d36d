import { beforeEach, expect, test, vi } from 'vitest'
import { closeTexts, forgetTexts } from '../material/kept-texts.ts'
import { unsaved } from '../material/unsaved.ts'
import { type ShelvedText, shelf } from './shelf.ts'

/** A localStorage stub with a limit of characters per value. */
const makeStorage = (section = 1_000_000) => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > section) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
      Object.assign(storage, { [key]: value })
    },
    removeItem: (key: string) => {
      items.delete(key)
      Reflect.deleteProperty(storage, key)
    },
  }
  return storage
}
beforeEach(() => void vi.stubGlobal('localStorage', makeStorage()))

const file = {
  id: 'a1',
  file_name: 'Памятка.pdf',
  url: '/f/a1',
  content_type: 'application/pdf',
  size: 7,
  width: null,
  height: null,
}
const text = (id: string): ShelvedText => ({
  id,
  whose: 'mine',
  at: '2026-11-18T09:06:00.000Z',
  title: 'Касса',
  content: `<p>${id}</p>`,
  cover: { ...file, id: 'c1' },
  files: [file],
})

test('texts are put aside one after another, each material and person apart', () => {
  shelf.put('malika', '7', text('1'))
  shelf.put('malika', '7', text('2'))
  shelf.put('malika', '8', text('3'))
  expect(shelf.list('malika', '7')).toEqual([text('1'), text('2')])
  expect(shelf.list('timur', '7')).toEqual([])
  expect(shelf.drop('malika', '7', '1')).toEqual([text('2')])
  expect(shelf.drop('malika', '7', '2')).toEqual([])
  expect(localStorage.getItem('desk:shelf:malika:7')).toBeNull()
})

test('without room in the browser the texts stay with the page, and the shelf says so', () => {
  vi.stubGlobal('localStorage', makeStorage(500))
  shelf.put('full', '7', text('1'))
  expect(shelf.isKept('full', '7')).toBe(true)
  shelf.put('full', '7', text('2'))
  expect(shelf.isKept('full', '7')).toBe(false)
  expect(shelf.list('full', '7')).toEqual([text('1'), text('2')])
  shelf.drop('full', '7', '1')
  expect(shelf.isKept('full', '7')).toBe(true)
})

test('what another release or another hand has written is read as far as it is a text', () => {
  localStorage.setItem('desk:shelf:odd:7', JSON.stringify([null, 5, { title: 'а' }, text('1')]))
  expect(shelf.list('odd', '7')).toEqual([text('1')])
  localStorage.setItem('desk:shelf:odd:8', '{')
  expect(shelf.list('odd', '8')).toEqual([])
  // An older release stored neither cover nor files: the server's are used.
  localStorage.setItem('desk:text:odd:7', JSON.stringify({ revision: 3, title: 'а', content: 'б' }))
  expect(unsaved.get('odd', '7', { cover: file, files: [file] })).toEqual({
    revision: 3,
    title: 'а',
    content: 'б',
    cover: file,
    files: [file],
  })
})

test('signing out takes everything of this person along, and nothing is written back', () => {
  const { title, content, cover, files } = text('1')
  shelf.put('leaver', '7', text('1'))
  unsaved.keep('leaver', '7', { revision: 1, title, content, cover, files })
  shelf.put('stayer', '7', text('1'))
  closeTexts('leaver')
  forgetTexts('leaver')
  unsaved.keep('leaver', '7', { revision: 1, title, content, cover, files })
  expect([shelf.list('leaver', '7'), unsaved.get('leaver', '7', { cover, files })]).toEqual([[], null])
  expect(shelf.list('stayer', '7')).toEqual([text('1')])
})
