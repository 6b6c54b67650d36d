import type { OutboxItem } from '@podmoga/web/outbox/item'
import { makeOutboxStore } from '@podmoga/web/outbox/store'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeOverDesk } from './outbox.take-over.ts'

const FILE = new File(['%PDF'], 'memo.pdf', { lastModified: 1 })
const AT = '2026-11-22T09:00:00.000Z'
/** Creates and fills the database as releases before the shared outbox did. */
const fill = (): Promise<void> =>
  new Promise((done) => {
    const opening = indexedDB.open('podmoga-desk', 1)
    opening.onupgradeneeded = () => {
      for (const store of ['draft_files', 'outbox']) opening.result.createObjectStore(store)
    }
    opening.onsuccess = () => {
      const db = opening.result
      const transaction = db.transaction(['draft_files', 'outbox'], 'readwrite')
      transaction.objectStore('draft_files').put([FILE], 'p1/7')
      transaction.objectStore('draft_files').put([FILE], 'p1/note-7')
      const reply = { key: 'k1', ticket_id: '7', text: 'Ответ', files: [FILE], close: true, seen: 'm1' }
      const rest = { created_at: AT, state: 'waiting', sent: 4, error: null, message_id: null }
      transaction.objectStore('outbox').put({ ...reply, ...rest }, `p1/${AT}/k1`)
      transaction.oncomplete = () => {
        db.close()
        done()
      }
    }
  })

beforeEach(stubDisk)
afterEach(() => vi.unstubAllGlobals())

test('unsent replies and files of drafts come from the release before, once, whoever opens first', async () => {
  await fill()
  const stores = [1, 2].map(() => makeOutboxStore('test-desk', takeOverDesk))
  await Promise.all(stores.map(({ whenTakenOver }) => whenTakenOver()))
  const { db } = makeOutboxStore('test-desk')
  const [[name, item] = ['', null], ...more] = await db.entries<OutboxItem>('outbox')
  expect([name, more]).toEqual(['p1/desk/k1', []])
  expect(item).toMatchObject({
    id: 'k1',
    key: 'k1',
    kind: 'reply',
    queue: '7',
    data: { ticket_id: '7', text: 'Ответ', close: true, seen: 'm1' },
    state: 'failed',
    resend: 'never',
    created_at: AT,
  })
  expect(await item?.files[0]?.text()).toBe('%PDF')
  expect(await db.keys('drafts')).toEqual(['p1/desk/7', 'p1/desk/note-7'])
  await db.removeAll('outbox', '')
  await makeOutboxStore('test-desk', takeOverDesk).whenTakenOver()
  expect(await db.keys('outbox')).toEqual([])
})
