import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeLocalDb } from '../local-db.ts'
import { keepWords } from './keep-words.ts'
import { makeOutboxStore } from './store.ts'
import { closeTabs, openTab, stubBrowser, textOf } from './testing.ts'

const FILE = new File(['%PDF-1'], 'счёт.pdf', { type: 'application/pdf', lastModified: 7 })
const { put } = IDBObjectStore.prototype

const hasBlob = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(hasBlob))
const bytesIn = (value: unknown): number =>
  value instanceof ArrayBuffer
    ? value.byteLength
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, part) => sum + bytesIn(part), 0)
      : 0
/** A private window of WebKit, with space for this many bytes of files. */
const refuseBlobs = (space = 1e6) =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (hasBlob(value)) throw new DOMException('The object can not be cloned.', 'DataCloneError')
    if (bytesIn(value) > space) throw new DOMException('No room', 'QuotaExceededError')
    return put.call(this as never, value, key) as never
  })
const make = () => makeLocalDb('files', ['drafts'])
const detailsOf = async (files: readonly File[] = []) =>
  Promise.all(files.map(async (file) => [file.name, file.type, file.lastModified, await file.text()]))
const WHOLE = [['счёт.pdf', 'application/pdf', 7, '%PDF-1']]

beforeEach(() => {
  stubBrowser()
})
afterEach(() => {
  closeTabs()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('where the disk takes no Blob a text and its files are there at the next opening, and as earlier releases kept them', async () => {
  await make().put('drafts', 'p/1', { text: 'прежний выпуск', files: [FILE] })
  refuseBlobs()
  const db = make()
  await db.put('drafts', 'p/2', { text: 'частное окно', files: [FILE] })
  const next = make()
  const found = await next.list<{ text: string; files: File[] }>('drafts', 'p/')
  expect(found.map(({ text }) => text)).toEqual(['прежний выпуск', 'частное окно'])
  for (const { files } of found) expect(await detailsOf(files)).toEqual(WHOLE)
  expect(await detailsOf((await next.get<{ files: File[] }>('drafts', 'p/2'))?.files)).toEqual(WHOLE)
  // The bytes are cached by now: a page that is being closed writes at once.
  void db.put('drafts', 'p/2', { text: 'последнее', files: [FILE] })
  expect(await make().get('drafts', 'p/2')).toMatchObject({ text: 'последнее' })
})

test('what is changed or removed while its files are read as bytes is not overwritten by them', async () => {
  refuseBlobs()
  const db = make()
  const first = db.put('drafts', 'p/1', { text: 'первое', files: [FILE] })
  const second = db.put('drafts', 'p/2', { text: 'первое', files: [FILE] })
  await Promise.all([db.remove('drafts', 'p/1'), db.put('drafts', 'p/2', { text: 'второе', files: [] })])
  await Promise.all([first, second])
  expect(await make().entries('drafts')).toEqual([['p/2', { text: 'второе', files: [] }]])
})

test('where there is no room for the files the words are kept, and it is told; an earlier whole draft stays', async () => {
  refuseBlobs(3)
  const open = () => makeOutboxStore('words').db
  const draft = { text: 'слова', files: [FILE] }
  const db = open()
  const write = () => db.write([{ store: 'drafts', key: 'p/1', value: draft }])
  expect(await write()).toBe(false)
  expect(await keepWords('words', 'p/1', draft, () => false)).toBe('nothing')
  expect(await keepWords('words', 'p/1', draft, () => true)).toBe('words')
  expect(await open().get('drafts', 'p/1')).toEqual({ text: 'слова', files: [] })
  // The page that has the files in memory shows them.
  expect(await db.get('drafts', 'p/1')).toEqual(draft)
  vi.restoreAllMocks()
  expect(await write()).toBe(true)
  expect(await keepWords('words', 'p/1', { text: 'позже', files: [FILE] }, () => true)).toBe('nothing')
  expect(await detailsOf((await open().get<{ files: File[] }>('drafts', 'p/1'))?.files)).toEqual(WHOLE)
})

test('what waits for a network in such a window goes with its files when the app is opened again', async () => {
  refuseBlobs()
  const browser = stubBrowser()
  browser.setOnline(false)
  const { kept } = openTab().add(textOf('с файлом', { files: [FILE] }))
  expect(await kept).toBe(true)
  closeTabs()
  const sent = vi.fn()
  browser.setOnline(true)
  openTab([{ name: 'reply', deliver: async (_, { files }) => sent(await detailsOf(files)) ?? null }])
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(WHOLE))
})
