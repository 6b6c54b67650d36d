import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeOutboxStore } from '../outbox/store.ts'
import { stubDisk } from '../outbox/testing.ts'
import { mayLeaveOutbox } from './may-leave.ts'

const ask = vi.fn(() => false)
beforeEach(() => {
  ask.mockClear()
  vi.stubGlobal('confirm', ask)
  stubDisk()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('whoever leaves something written and not sent is asked, in whichever restaurant they wrote it', async () => {
  const store = makeOutboxStore('app')
  const keep = (key: string, data: object, files: File[] = []) => store.db.put('outbox', key, { data, files })
  // Ticks, read marks and another person's items are no loss.
  await keep('p1/1/a', { ids: ['5'] })
  await keep('p2/1/b', { text: 'Чужое' })
  expect(await mayLeaveOutbox(store, 'p1')).toBe(true)
  expect(ask).not.toHaveBeenCalled()
  const written: [object, File[]?][] = [
    [{ text: 'Касса не печатает' }],
    [{ text: '' }, [new File(['x'], 'чек.png')]],
    [{ note: 'Смена сдана', ticket_ids: [] }],
  ]
  for (const [data, files] of written) {
    await keep('p1/2/c', data, files)
    expect(await mayLeaveOutbox(store, 'p1')).toBe(false)
  }
  expect(ask).toHaveBeenCalledTimes(3)
  ask.mockReturnValueOnce(true)
  expect(await mayLeaveOutbox(store, 'p1')).toBe(true)
})
