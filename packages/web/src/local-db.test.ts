import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeLocalDb } from './local-db.ts'

/** The state of the disk: works, is full, is blocked, hangs when opened (`silent`) or when used (`mute`). */
let disk: 'whole' | 'full' | 'refused' | 'silent' | 'mute'
/** Lets a hanging disk complete. */
let speak: () => void
let stored: Map<string, unknown>
let connections: { isOpen: boolean; onclose?: (() => void) | null }[]

const request = <T>(result: T) => ({ result })
const within = (range: { lower: string } | string, key: string) =>
  typeof range === 'string' ? key === range : key.startsWith(range.lower)
/** The subset of IndexedDB that the module uses; real browsers are tested by e2e. */
const fakeDb = () => {
  const db = {
    isOpen: true,
    onclose: null,
    close: () => undefined,
    createObjectStore: () => undefined,
    transaction: (_store: string, mode: string) => {
      if (!db.isOpen) throw new DOMException('The database connection is closing.', 'InvalidStateError')
      const work: (() => void)[] = []
      const transaction = {
        oncomplete: () => undefined,
        onerror: () => undefined,
        onabort: () => undefined,
        commit: () => undefined,
        objectStore: () => ({
          get: (key: string) => request(stored.get(key)),
          getAll: (range: { lower: string }) =>
            request([...stored].filter(([key]) => within(range, key)).map(([, value]) => value)),
          getAllKeys: (range: { lower: string } = { lower: '' }) =>
            request([...stored.keys()].filter((key) => within(range, key))),
          put: (value: unknown, key: string) => {
            work.push(() => stored.set(key, value))
            return request(key)
          },
          delete: (range: { lower: string } | string) => {
            work.push(() => {
              for (const key of [...stored.keys()]) if (within(range, key)) stored.delete(key)
            })
            return request(undefined)
          },
        }),
      }
      const answer = () => {
        // A full disk aborts the transaction after accepting the request.
        if (mode === 'readwrite' && disk === 'full' && work.length > 0) return transaction.onabort()
        for (const one of work) one()
        transaction.oncomplete()
      }
      if (disk === 'mute') speak = answer
      else queueMicrotask(answer)
      return transaction
    },
  }
  connections.push(db)
  return db
}
const open = vi.fn(() => {
  if (disk === 'refused') throw new DOMException('no', 'SecurityError')
  const opening = { result: fakeDb(), onsuccess: () => undefined }
  speak = () => opening.onsuccess()
  if (disk !== 'silent') queueMicrotask(() => opening.onsuccess())
  return opening
})

beforeEach(() => {
  disk = 'whole'
  stored = new Map()
  connections = []
  vi.stubGlobal('indexedDB', { open })
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string) => ({ lower }) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  open.mockClear()
})

const make = () => makeLocalDb('test', ['drafts'])

test('on a full disk nothing is lost while the page stands: the words of an earlier save do not come back for the later ones', async () => {
  const db = make()
  await db.put('drafts', 'p/1', 'раньше')
  disk = 'full'
  await db.put('drafts', 'p/1', 'позже')
  await db.put('drafts', 'p/2', 'новое')
  expect(await db.get('drafts', 'p/1')).toBe('позже')
  expect(await db.list('drafts', 'p/')).toEqual(expect.arrayContaining(['позже', 'новое']))
  expect(await db.list('drafts', 'p/')).toHaveLength(2)
  expect(Object.fromEntries(await db.entries('drafts'))).toEqual({ 'p/1': 'позже', 'p/2': 'новое' })
  // There is space again: the next write goes to disk.
  disk = 'whole'
  await db.put('drafts', 'p/1', 'на диске')
  expect(stored.get('p/1')).toBe('на диске')
  expect(await make().get('drafts', 'p/1')).toBe('на диске')
})

test('what a disk is about to refuse is there meanwhile', async () => {
  const db = make()
  disk = 'full'
  const writing = db.write([{ store: 'drafts', key: 'p/1', value: 'новое' }])
  expect(await db.list('drafts', 'p/')).toEqual(['новое'])
  expect(await writing).toBe(false)
})

test('a storage that was wiped under an open page is opened anew, and what is written next is on the disk', async () => {
  const db = make()
  await db.put('drafts', 'p/1', 'написано')
  for (const one of connections) {
    one.isOpen = false
    one.onclose?.()
  }
  stored.clear()
  expect(await db.get('drafts', 'p/1')).toBeNull()
  await db.put('drafts', 'p/2', 'дальше')
  expect(stored.get('p/2')).toBe('дальше')
  // Also if the connection closes without an event.
  for (const one of connections) one.isOpen = false
  await db.put('drafts', 'p/3', 'ещё')
  expect(stored.get('p/3')).toBe('ещё')
  expect(open).toHaveBeenCalledTimes(3)
})

test('what goes while everything is looked through never gives another its place', async () => {
  const db = make()
  await db.put('drafts', 'p/1', 'первое')
  await db.put('drafts', 'p/2', 'второе')
  const [found] = await Promise.all([db.entries('drafts', 'p/'), db.remove('drafts', 'p/1')])
  for (const [key, value] of found) expect([key, value]).toEqual([key, key === 'p/1' ? 'первое' : 'второе'])
  expect(found).not.toHaveLength(0)
  disk = 'full'
  await db.put('drafts', 'p/3', 'третье')
  expect(await db.keys('drafts')).toEqual(['p/2', 'p/3'])
})

test('a disk that never says whether it has opened holds nothing up; what it says late is heard', async () => {
  vi.useFakeTimers()
  disk = 'silent'
  const db = make()
  const put = db.put('drafts', 'p/1', 'написано')
  await vi.advanceTimersByTimeAsync(4000)
  await put
  expect(await db.get('drafts', 'p/1')).toBe('написано')
  expect(await db.list('drafts', 'p/')).toEqual(['написано'])
  speak()
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  await db.put('drafts', 'p/1', 'на диске')
  expect(stored.get('p/1')).toBe('на диске')
  expect(open).toHaveBeenCalledTimes(1)
})

test('a disk that opens and then falls silent holds nothing up, and is no empty disk; what it says late is heard', async () => {
  vi.useFakeTimers()
  const db = make()
  await db.put('drafts', 'p/1', 'на диске')
  disk = 'mute'
  const read = db.read('drafts', 'p/1')
  await vi.advanceTimersByTimeAsync(4000)
  expect(await read).toBeNull()
  // The next call does not wait.
  await db.put('drafts', 'p/2', 'в памяти')
  expect(await db.readAll('drafts', 'p/')).toEqual({ entries: [['p/2', 'в памяти']], isWhole: false })
  disk = 'whole'
  speak()
  expect(await db.read('drafts', 'p/1')).toEqual({ value: 'на диске' })
  vi.useRealTimers()
})

test('what goes together goes wholly or not at all', async () => {
  const db = make()
  await db.put('drafts', 'p/1', 'черновик')
  disk = 'full'
  const together = [
    { store: 'drafts', key: 'p/2', value: 'отправлено' },
    { store: 'drafts', key: 'p/1' },
  ] as const
  expect(await db.tryWrite(together)).toBe(false)
  expect(await db.list('drafts', '')).toEqual(['черновик'])
  // In the page's memory one has replaced the other; on disk it has not.
  expect(await db.write(together)).toBe(false)
  expect(await db.list('drafts', '')).toEqual(['отправлено'])
  expect([...stored.values()]).toEqual(['черновик'])
})

test('what a refused or full disk holds in memory goes with its person', async () => {
  disk = 'refused'
  const db = make()
  await db.put('drafts', 'p1/1', 'одного')
  await db.put('drafts', 'p2/1', 'другого')
  await db.removeAll('drafts', 'p1/')
  expect(await db.entries('drafts')).toEqual([['p2/1', 'другого']])
  await db.remove('drafts', 'p2/1')
  expect(await db.entries('drafts')).toEqual([])
})
