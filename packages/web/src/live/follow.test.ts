import { STAFF_STREAM } from '@podmoga/contract/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A requested connection, with functions to send on it and to end it. */
interface Asked {
  last_id: string | null
  say: (text: string) => void
  end: () => void
}

let page: EventTarget & { visibilityState: string }
let asked: Asked[]
let calls: string[]
let stop: () => void
let isCut: boolean

const unread = (id: number) => `id: ${id}\nevent: unread\ndata: {"unread":${id}}\n\n`
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const last = () => asked.at(-1) as Asked
const see = (isSeen: boolean) => {
  page.visibilityState = isSeen ? 'visible' : 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(async () => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', new URL('https://help.test/1'))
  asked = []
  isCut = false
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal(
    'fetch',
    async (_: string, { headers, signal }: { headers?: Record<string, string>; signal: AbortSignal }) => {
      if (isCut) throw new TypeError('Failed to fetch')
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined))
      if (headers !== undefined)
        asked.push({
          last_id: headers?.['Last-Event-ID'] ?? null,
          say: (text) => void writer.write(new TextEncoder().encode(text)),
          end: () => void writer.close(),
        })
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
    },
  )
  calls = []
  vi.resetModules()
  await open()
})
const open = async (more: { whileHidden?: () => boolean } = {}) => {
  const { followWhileSeen } = await import('./follow.ts')
  stop = followWhileSeen({
    ...more,
    of: STAFF_STREAM,
    headers: async () => ({}),
    onOpen: (isResumed) => calls.push(isResumed ? 'resumed' : 'opened'),
    onLost: () => calls.push('lost'),
    onEvent: ({ id }) => calls.push(`event ${id}`),
  })
}
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that was hidden for a while goes on from what it has heard', async () => {
  await settle()
  last().say(unread(5))
  await settle()
  see(false)
  await settle(60_000)
  expect(asked).toHaveLength(1)
  see(true)
  await settle()
  expect(asked.map(({ last_id }) => last_id)).toEqual([null, '5'])
  last().say(unread(6))
  await settle()
  expect(calls).toEqual(['opened', 'event 5', 'lost', 'resumed', 'event 6'])
})

test('a page that calls its person hears while it is hidden, and opens anew what broke once it is seen', async () => {
  stop()
  asked = []
  await open({ whileHidden: () => true })
  await settle()
  last().say(unread(5))
  see(false)
  await settle(30_000)
  last().say(unread(6))
  await settle()
  expect(asked).toHaveLength(1)
  expect(calls.filter((one) => one.startsWith('event'))).toEqual(['event 5', 'event 6'])
  see(true)
  await settle()
  expect(asked.map(({ last_id }) => last_id)).toEqual([null, '6'])
})

test('a page that was hidden for long begins anew', async () => {
  await settle()
  last().say(unread(5))
  await settle()
  see(false)
  await settle(11 * 60_000)
  see(true)
  await settle()
  expect(last().last_id).toBeNull()
})

test('a line that says nothing at all is given up, one with comments is not', async () => {
  await settle()
  last().say(unread(5))
  for (let beat = 0; beat < 6; beat++) {
    await settle(20_000)
    last().say(': \n\n')
  }
  expect(asked).toHaveLength(1)
  await settle(47_000)
  expect(asked.map(({ last_id }) => last_id)).toEqual([null, '5'])
  expect(calls).toEqual(['opened', 'event 5', 'lost'])
})

test('the network’s return is not waited out', async () => {
  await settle()
  last().say(unread(5))
  await settle()
  isCut = true
  window.dispatchEvent(new Event('offline'))
  last().end()
  // By now the retry delay is sixteen seconds.
  await settle(20_000)
  expect(asked).toHaveLength(1)
  isCut = false
  window.dispatchEvent(new Event('online'))
  await settle(100)
  expect(asked.map(({ last_id }) => last_id)).toEqual([null, '5'])
})
