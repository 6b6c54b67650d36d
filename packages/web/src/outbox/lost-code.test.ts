import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outbox } from './outbox.ts'
import { makeOutboxStore } from './store.ts'
import { stubBrowser, type TestScope, textOf } from './testing.ts'

const { asked } = vi.hoisted(() => ({ asked: { times: 0 } }))
vi.mock('./runner.ts', () => ({
  get Runner() {
    asked.times += 1
    throw new TypeError('Failed to fetch dynamically imported module')
  },
}))

let opened: Outbox<TestScope> | undefined
const onLostCode = vi.fn()
const send = (isOnDisk: boolean) => {
  const store = makeOutboxStore('test-outbox')
  opened = new Outbox({ store, scope: { name: 'p1' }, person: 'p1', scopeKey: '1', onLostCode })
  opened.register([{ name: 'reply', deliver: async () => null }])
  opened.add({ ...textOf('words'), ...(!isOnDisk && { data: () => 'no disk takes this' }) })
}
/** Waits until the code was requested this many times. */
const isAsked = (times: number) =>
  vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(500)
      expect(asked.times).toBe(times)
    },
    { timeout: 30_000 },
  )

beforeEach(() => {
  stubBrowser()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  asked.times = 0
  onLostCode.mockClear()
})
afterEach(() => {
  opened?.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the code that sends is asked for again; when it does not come twice the page hears of it', async () => {
  send(true)
  await isAsked(1)
  expect(onLostCode).not.toHaveBeenCalled()
  await isAsked(2)
  await vi.waitFor(() => expect(onLostCode).toHaveBeenCalledOnce())
  expect(opened?.all()).toMatchObject([{ state: 'waiting' }])
})

test('but not while what waits stands in this page alone', async () => {
  send(false)
  await isAsked(3)
  expect(onLostCode).not.toHaveBeenCalled()
})
