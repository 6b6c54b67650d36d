import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeLocalDb } from '../local-db.ts'
import { makeOutboxStore } from '../outbox/store.ts'
import { forgetSources } from '../outbox/take-over.ts'
import { stubDisk } from '../outbox/testing.ts'
import { noteToForget, stored, TO_FORGET } from '../stored.ts'
import { type Forget, forgetNoted } from './forgetting.ts'

const OLD = { database: 'old', stores: ['drafts'], from: 'drafts', convert: () => null } as const
const put = (key: string) => makeOutboxStore('app').db.put('drafts', key, 'написано')
const found = () => makeLocalDb('app', ['drafts', 'outbox', 'requests', 'renewals', 'marks']).keys('drafts')
/** Removes all data of an app, like a newly opened page. */
const forget = async (person: string) => {
  const gone = await Promise.all([makeOutboxStore('app').forget(`${person}/`), forgetSources([OLD], person)])
  return gone.every(Boolean)
}
const forgetOnLeaving = (app: string, person: string, how: Forget) => {
  noteToForget(app, person)
  return forgetNoted(app, how, person)
}
const forgetLeft = forgetNoted
const hasToForget = (app: string) => stored.get(TO_FORGET + app) !== null
/** A disk on which neither opening nor listing databases completes. */
const silence = () => {
  const silent = { open: () => ({}), databases: () => new Promise(() => undefined) }
  vi.stubGlobal('indexedDB', silent)
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('navigator', {})
  stubDisk()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('leaving waits two seconds for a disk that never answers; the next opening forgets, only whoever has left', async () => {
  await put('p1/1/7')
  await put('p2/1/7')
  const { indexedDB: disk } = globalThis
  silence()
  vi.useFakeTimers()
  const left = vi.fn()
  void forgetOnLeaving('staff', 'p1', forget).then(left)
  await vi.advanceTimersByTimeAsync(1999)
  expect(left).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(left).toHaveBeenCalled()
  // A removal that fails later leaves the note as well.
  await vi.advanceTimersByTimeAsync(20_000)
  expect([hasToForget('staff'), hasToForget('desk')]).toEqual([true, false])
  // If the disk still hangs at an opening, the app is shown, and the next opening tries again.
  const opened = vi.fn()
  void forgetLeft('staff', forget).then(opened)
  await vi.advanceTimersByTimeAsync(2000)
  expect(opened).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  vi.stubGlobal('indexedDB', disk)
  expect(await found()).toEqual(['p1/1/7', 'p2/1/7'])
  await forgetLeft('staff', forget)
  expect([hasToForget('staff'), await found()]).toEqual([false, ['p2/1/7']])
})

test('code that does not come holds nobody, and is no forgetting; a disk that answers leaves no note', async () => {
  await forgetOnLeaving('staff', 'p1', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(hasToForget('staff')).toBe(true)
  await forgetOnLeaving('staff', 'p1', forget)
  expect(hasToForget('staff')).toBe(false)
})

test('databases of an earlier release are forgotten where the browser never names them', async () => {
  vi.stubGlobal('indexedDB', {
    open: indexedDB.open.bind(indexedDB),
    databases: () => new Promise(() => undefined),
  })
  await makeLocalDb('old', ['drafts']).put('drafts', 'p1/1/7', 'написано')
  expect(await forgetSources([OLD], 'p1')).toBe(true)
  expect(await makeLocalDb('old', ['drafts']).keys('drafts')).toEqual([])
})
