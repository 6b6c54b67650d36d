import type { OutboxItem } from '@podmoga/web/outbox/item'
import { makeOutboxStore } from '@podmoga/web/outbox/store'
import { IDBDatabase, stubDisk } from '@podmoga/web/outbox/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetOldDatabases, takeOverStaff } from './outbox.take-over.ts'

// Databases as filled by releases before the common outbox.
type Rows = Record<string, [key: string, value: unknown][]>
const fill = (name: string, rows: Rows): Promise<void> =>
  new Promise((done, fail) => {
    const opening = indexedDB.open(name, 1)
    opening.onerror = () => fail(opening.error)
    opening.onupgradeneeded = () => {
      for (const store of Object.keys(rows)) opening.result.createObjectStore(store)
    }
    opening.onsuccess = () => {
      const db = opening.result
      const transaction = db.transaction(Object.keys(rows), 'readwrite')
      for (const [store, all] of Object.entries(rows))
        for (const [key, value] of all) transaction.objectStore(store).put(value, key)
      transaction.oncomplete = () => {
        db.close()
        done()
      }
    }
  })
const rowsOf = (name: string, store: string): Promise<string[]> =>
  new Promise((done) => {
    const opening = indexedDB.open(name, 1)
    opening.onsuccess = () => {
      const asked = opening.result.transaction(store).objectStore(store).getAllKeys()
      asked.onsuccess = () => {
        opening.result.close()
        done(asked.result.map(String))
      }
    }
  })

const FILE = new File(['%PDF'], 'счёт.pdf', { type: 'application/pdf', lastModified: 1 })
const outgoing = (id: string, more: object) => ({
  id,
  key: `key ${id}`,
  files: [],
  created_at: `2026-11-22T09:0${id.length}:00.000Z`,
  state: 'waiting',
  sent_bytes: 10,
  total_bytes: 20,
  problem: null,
  message_id: null,
  ...more,
})
const OLD = {
  podmoga: {
    drafts: [
      ['mark', 'a-mark'],
      ['p1/1/7', { text: 'Недописанное', files: [FILE], from: null }],
      ['p1/1/new', { category: 'other', topic: '', initial_message: 'Вопрос', files: [], attempt: null }],
      ['p1/1/shift', { note: 'Печь 2', left_out: ['5'], attempt: null }],
    ],
    outbox: [
      ['p1/1/a', outgoing('a', { ticketId: '7', text: 'Ответ', files: [FILE] })],
      ['p1/1/bb', outgoing('bb', { ticketId: null, about: { category: 'other' }, text: 'Тикет' })],
      [
        'p1/2/ccc',
        outgoing('ccc', {
          ticketId: '9',
          text: 'Отказ',
          state: 'failed',
          problem: 'Нет',
          fields: { text: 'а' },
        }),
      ],
      ['p1/1/dddd', outgoing('dddd', { ticketId: '8', text: 'В пути', state: 'sending' })],
    ],
  },
  'podmoga-said': {
    said: [
      ['p1/1/read/m1', { kind: 'read', key: 'm1', data: { ids: ['m1'] }, at: 1000 }],
      [
        'p1/1/handover/k1',
        { kind: 'handover', key: 'k1', data: { key: 'k1', note: 'Н' }, at: 2000, problem: 'Нет' },
      ],
    ],
  },
  'podmoga-sync': {
    ways: [['p1', { renewal: { url: '/renew' }, cookie_domain: '' }]],
    requests: [
      ['p1/1/a', { key: 'key a', request: { url: '/a' } }],
      ['p1/1/read/m1', { key: '1000', request: { url: '/read' } }],
    ],
  },
} satisfies Record<string, Rows>
const fillAll = async () => {
  for (const [name, rows] of Object.entries(OLD)) await fill(name, rows as Rows)
}

const open = () => makeOutboxStore('test-take-over', takeOverStaff)
/** All items taken over, by their key. */
const taken = async () => {
  const { db, whenTakenOver } = open()
  await whenTakenOver()
  return Object.fromEntries(await db.entries<OutboxItem>('outbox'))
}
const draftsNow = async () => Object.fromEntries(await open().db.entries('drafts'))
const NAMES = ['p1/1/a', 'p1/1/bb', 'p1/1/dddd', 'p1/1/handover/k1', 'p1/1/read/m1', 'p1/2/ccc']
const DRAFTS = ['p1/1/7', 'p1/1/new', 'p1/1/shift']

beforeEach(stubDisk)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what waits from the release before is there, as it was, with its keys, files and requests; nothing is left behind', async () => {
  await fillAll()
  const items = await taken()
  expect(Object.keys(items)).toEqual(NAMES)
  expect(items['p1/1/a']).toMatchObject({
    id: 'a',
    kind: 'reply',
    queue: '7',
    key: 'key a',
    data: { ticketId: '7', text: 'Ответ' },
    state: 'waiting',
    resend: 'never',
    created_at: '2026-11-22T09:01:00.000Z',
  })
  expect(await items['p1/1/a']?.files[0]?.text()).toBe('%PDF')
  expect(items['p1/1/bb']).toMatchObject({
    kind: 'ticket',
    queue: 'new',
    key: 'key bb',
    data: { about: { category: 'other' }, text: 'Тикет' },
    resend: 'while_key_lives',
  })
  expect(items['p1/2/ccc']).toMatchObject({ state: 'failed', problem: 'Нет', fields: { text: 'а' } })
  expect(items['p1/1/dddd']).toMatchObject({ state: 'sending', queue: '8' })
  expect(items['p1/1/read/m1']).toMatchObject({
    id: 'read/m1',
    kind: 'read',
    queue: 'actions',
    key: '1000',
    data: { ids: ['m1'] },
    state: 'waiting',
  })
  expect(items['p1/1/handover/k1']).toMatchObject({ data: { key: 'k1' }, state: 'failed', problem: 'Нет' })
  const { db } = open()
  const drafts = await draftsNow()
  expect(Object.keys(drafts)).toEqual(DRAFTS)
  expect(drafts['p1/1/7']).toMatchObject({ text: 'Недописанное', files: [{ name: 'счёт.pdf' }] })
  expect(await db.get('requests', 'p1/1/a')).toEqual({ key: 'key a', request: { url: '/a' } })
  expect(await db.get('renewals', 'p1/renewal')).toMatchObject({ renewal: { url: '/renew' } })
  expect(await db.keys('marks')).toEqual([])
  for (const [name, rows] of Object.entries(OLD))
    for (const store of Object.keys(rows))
      expect(await rowsOf(name, store)).toEqual(store === 'drafts' ? ['mark'] : [])
})

test('a page and the worker that open at once bring everything in once; a new device is asked for nothing', async () => {
  expect(await taken()).toEqual({})
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['test-take-over'])
  await fillAll()
  const stores = [open(), open(), open()]
  await Promise.all(stores.map(({ whenTakenOver }) => whenTakenOver()))
  expect(Object.keys(await taken())).toEqual(NAMES)
  for (const { db } of stores) await db.removeAll('outbox', '')
  expect(await taken()).toEqual({})
})

test('broken off at any moment, nothing is lost, and nothing that has gone since comes once more', async () => {
  const { transaction } = IDBDatabase.prototype
  for (let steps = 0; ; steps += 1) {
    stubDisk()
    await fillAll()
    let left = steps
    // Simulates a crash of the page: from then on every transaction fails.
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      // Creating a database does not count as a step.
      if (String(given[1]) !== 'versionchange') left -= 1
      if (left < 0 && String(given[1]) !== 'versionchange')
        throw new DOMException('gone', 'InvalidStateError')
      return Reflect.apply(transaction, this, given)
    })
    await open().whenTakenOver()
    vi.restoreAllMocks()
    // The next page sends first the items taken over completely, then all the rest.
    const { db } = makeOutboxStore('test-take-over')
    const first = await db.keys('outbox')
    const drafts = await db.keys('drafts')
    await db.removeAll('outbox', '')
    await db.removeAll('drafts', '')
    const rest = Object.keys(await taken())
    expect([...first, ...rest].sort(), `after ${steps} steps`).toEqual(NAMES)
    expect([...drafts, ...(await db.keys('drafts'))].sort(), `after ${steps} steps`).toEqual(DRAFTS)
    expect(await db.keys('marks')).toEqual([])
    if (left >= 0) break
  }
})

test('what a tab of the release before is sending stays its own until it lets go', async () => {
  await fillAll()
  const gate = Promise.withResolvers<void>()
  const sending = navigator.locks.request('outbox p1/1/8', () => gate.promise)
  const store = open()
  let isWhole = false
  void store.whenTakenOver().then(() => {
    isWhole = true
  })
  await vi.waitFor(async () =>
    expect(await store.db.keys('outbox')).toEqual(NAMES.filter((name) => name !== 'p1/1/dddd')),
  )
  expect(await rowsOf('podmoga', 'outbox')).toEqual(['p1/1/dddd'])
  expect(isWhole).toBe(false)
  gate.resolve()
  await sending
  await store.whenTakenOver()
  expect(await store.db.keys('outbox')).toEqual(NAMES)
})

test('a draft that is begun anew keeps its place; the older one comes once that is gone', async () => {
  const begun = { text: 'Новое', files: [], from: null }
  await open().db.put('drafts', 'p1/1/7', begun)
  await fillAll()
  await taken()
  expect(await draftsNow()).toMatchObject({ 'p1/1/7': begun })
  expect(await rowsOf('podmoga', 'drafts')).toEqual(['mark', 'p1/1/7'])
  await open().db.remove('drafts', 'p1/1/7')
  await taken()
  expect(await draftsNow()).toMatchObject({ 'p1/1/7': { text: 'Недописанное' } })
})

test('a full disk leaves everything where it is; a sign-out takes it away there too', async () => {
  await fillAll()
  const store = open()
  vi.spyOn(store.db, 'tryWrite').mockResolvedValue(false)
  await store.whenTakenOver()
  expect(await rowsOf('podmoga', 'outbox')).toHaveLength(4)
  vi.restoreAllMocks()
  expect(Object.keys(await taken())).toEqual(NAMES)
  await fillAll()
  await forgetOldDatabases('p1')
  expect(await rowsOf('podmoga', 'outbox')).toEqual([])
  expect(await rowsOf('podmoga-said', 'said')).toEqual([])
})

test('a database that never answers holds nothing up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(indexedDB, 'databases').mockImplementation(() => new Promise(() => undefined))
  const { ready } = open()
  const first = ready()
  await vi.advanceTimersByTimeAsync(4000)
  expect(await first).toBe(false)
  // The wait happens only once.
  expect(await ready()).toBe(false)
  vi.useRealTimers()
})
