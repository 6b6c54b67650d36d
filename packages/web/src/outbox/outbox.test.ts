import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeaving } from '../session/before-leaving.ts'
import { clearSignOut, noteSignOut } from '../session/signed-out.ts'
import type { OutboxItem } from './item.ts'
import type { Kind } from './kind.ts'
import { makeOutboxStore } from './store.ts'
import { closeTabs, onDisk, openTab, refusal, stubBrowser, type TestScope, textOf } from './testing.ts'

let browser: ReturnType<typeof stubBrowser>
const written = () => Promise.all(Array.from(beforeLeaving, (wait) => wait()))
/** The texts that the server received, with their keys. */
let received: { text: string; key: string }[]
/** The server's answer to a text; by default it accepts it. */
let answer: (text: string, signal: AbortSignal) => Promise<string | null> | string | null

const reply: Kind<TestScope, string> = {
  name: 'reply',
  deliver: async (_, { data, key }, { signal }) => {
    received.push({ text: data, key })
    return answer(data, signal)
  },
}
const texts = () => received.map(({ text }) => text)
const states = (outbox: ReturnType<typeof openTab>) =>
  outbox.all().map(({ data, state }) => `${data} ${state}`)
/** A server answer that the test resolves itself. */
const gate = () => Promise.withResolvers<string | null>()

beforeEach(() => {
  browser = stubBrowser()
  received = []
  answer = () => null
})
afterEach(() => {
  closeTabs()
  clearSignOut()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what is written in two tabs goes in the order of writing, each once, and both tabs know it', async () => {
  browser.setOnline(false)
  const [one, other] = [openTab([reply]), openTab([reply])]
  await one.add(textOf('first')).kept
  await other.whenRestored()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(states(other)).toEqual(['first waiting']))
  await other.add(textOf('second')).kept
  const { id } = one.all()[0] as OutboxItem
  browser.setOnline(true)
  await vi.waitFor(() => expect([...one.all(), ...other.all()]).toEqual([]))
  expect(texts()).toEqual(['first', 'second'])
  expect(await onDisk()).toEqual([])
  await vi.waitFor(() => expect(one.wasSentElsewhere(id) || other.wasSentElsewhere(id)).toBe(true))
})

test('a draft that is sent off is in the outbox in the same transaction; one that the disk does not take stays', async () => {
  browser.setOnline(false)
  const outbox = openTab([reply])
  const { db } = outbox.store
  const draft = () => makeOutboxStore('test-outbox').db.get('drafts', 'p1/1/7')
  await db.put('drafts', 'p1/1/7', 'written')
  await outbox.add(textOf('written'), { draft: '7' }).kept
  expect([await draft(), await onDisk()]).toEqual([null, ['written waiting']])
  await outbox.toDraft(outbox.all()[0]?.id ?? '', '7', 'back')
  expect([await draft(), await onDisk()]).toEqual(['back', []])
  // This page keeps the item in memory; another page finds the draft on disk.
  await outbox.add({ ...textOf('x'), data: () => 'no disk takes this' }, { draft: '7' }).kept
  expect([await db.get('drafts', 'p1/1/7'), outbox.all().length]).toEqual([null, 1])
  expect([await draft(), await onDisk()]).toEqual(['back', []])
})

test('what was on its way when its page went: what the server knows again goes under its key, about the rest its person decides', async () => {
  answer = (_, signal) =>
    new Promise((_done, fail) => signal.addEventListener('abort', () => fail(refusal('network'))))
  const before = openTab([reply])
  await before.add(textOf('reply')).kept
  await before.add(textOf('ticket', { queue: 'new', resend: 'while_key_lives' })).kept
  await vi.waitFor(async () => expect(await onDisk()).toEqual(expect.arrayContaining(['reply sending'])))
  await vi.waitFor(async () => expect(await onDisk()).toEqual(expect.arrayContaining(['ticket sending'])))
  const keys = new Set(received.map(({ key }) => key))
  closeTabs()
  answer = () => null
  const after = openTab([reply])
  await vi.waitFor(() => expect(states(after)).toEqual(['reply failed']))
  expect(texts()).toEqual(['reply', 'ticket', 'ticket'])
  expect(new Set(received.map(({ key }) => key))).toEqual(keys)
  after.retry(after.all()[0]?.id ?? '')
  await vi.waitFor(() => expect(after.all()).toEqual([]))
  expect(new Set(received.map(({ key }) => key))).toEqual(keys)
})

test('a refusal stays with its reason, the rest goes on; a key that stands for other words is another one', async () => {
  answer = (text) => {
    if (text === 'bad') throw refusal('idempotency_conflict')
    return null
  }
  const outbox = openTab([reply])
  outbox.add(textOf('bad'))
  outbox.add(textOf('good'))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['bad failed']))
  expect(outbox.all()[0]).toMatchObject({ problem: 'Нет' })
  answer = () => null
  outbox.retry(outbox.all()[0]?.id ?? '')
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
  expect(texts()).toEqual(['bad', 'good', 'bad'])
  expect(received[2]?.key).not.toBe(received[0]?.key)
})

test('files that are never taken make a refusal final, until one of them is taken out', async () => {
  answer = () => {
    throw refusal('unsupported_type')
  }
  const outbox = openTab([reply])
  const file = new File(['x'], 'a.exe')
  outbox.add(textOf('bad', { files: [file] }))
  await vi.waitFor(() => expect(outbox.all()[0]).toMatchObject({ state: 'failed', is_final: true }))
  await outbox.dropFile(outbox.all()[0]?.id ?? '', outbox.all()[0]?.files[0] as File)
  expect(outbox.all()[0]).toMatchObject({ is_final: false, files: [] })
})

/** A file that is readable, or was removed since it was chosen. */
const fileOf = (name: string, isGone: boolean): File => {
  const file = new File(['x'], name)
  const slice = () => ({ arrayBuffer: async () => Promise.reject(new DOMException('', 'NotReadableError')) })
  return isGone ? Object.assign(file, { slice }) : file
}

test('a file that is gone when it is to be sent is named, and all is there to be mended; it is no lost network', async () => {
  answer = () => {
    throw refusal('network')
  }
  const outbox = openTab([reply])
  vi.spyOn(outbox.store.db, 'read').mockResolvedValue(null)
  outbox.add(textOf('words', { files: [fileOf('a.pdf', false), fileOf('чек.pdf', true)] }))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['words failed']))
  expect(outbox.all()[0]).toMatchObject({ is_final: true, problem: expect.stringContaining('«чек.pdf»') })
  expect(outbox.all()[0]?.problem).not.toContain('a.pdf')
})

test('what the browser keeps of a file goes in the place of one that is gone', async () => {
  const went: (readonly File[])[] = []
  const deliver: typeof reply.deliver = async (_, { files }) => {
    went.push(files)
    return null
  }
  const outbox = openTab([{ ...reply, deliver }])
  const kept = fileOf('чек.pdf', false)
  const { db } = outbox.store
  const item = outbox.add(textOf('words', { files: [fileOf('чек.pdf', true)] }))
  vi.spyOn(db, 'read').mockResolvedValue({ value: { ...outbox.all()[0], files: [kept] } })
  await item.kept
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
  expect(went).toEqual([[kept]])
})

test('what the server turns out to have is sent, in every tab and on the disk', async () => {
  answer = () => {
    throw refusal('network')
  }
  const onSent = vi.fn()
  const [outbox, other] = [openTab([{ ...reply, onSent }]), openTab([reply])]
  const { id } = outbox.add(textOf('words'))
  outbox.found(id)
  expect(outbox.all()).toHaveLength(1)
  await vi.waitFor(() => expect(states(outbox)).toEqual(['words failed']))
  outbox.found(id)
  expect([outbox.all(), onSent.mock.calls.length, outbox.wasSentElsewhere(id)]).toEqual([[], 1, true])
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
  await vi.waitFor(() => expect(other.wasSentElsewhere(id)).toBe(true))
})

test('without a network everything waits in its order, and goes when there is one', async () => {
  answer = () => {
    browser.setOnline(false)
    throw refusal('network')
  }
  const outbox = openTab([reply])
  outbox.add(textOf('one'))
  outbox.add(textOf('two'))
  await vi.waitFor(() => expect(texts()).toEqual(['one']))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['one waiting', 'two waiting']))
  answer = () => null
  browser.setOnline(true)
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
  expect(texts()).toEqual(['one', 'one', 'two'])
})

test('whoever is led to the sign-in while something is refused for it leaves once the disk knows that it waits', async () => {
  const outbox = openTab([{ ...reply, isPassing: () => true }])
  let left: Promise<string[]> | undefined
  answer = () => {
    // Like the real call: it redirects before the sender gets the refusal.
    left = written().then(() => onDisk())
    throw refusal('unauthorized')
  }
  const { id } = outbox.add(textOf('refused'))
  await vi.waitFor(() => expect(left).toBeDefined())
  expect(await left).toEqual(['refused waiting'])
  // A request that does not end delays the redirect only briefly.
  answer = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(refusal('network')))
    })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  outbox.retry(id)
  await vi.waitFor(() => expect(outbox.all()).toMatchObject([{ state: 'sending' }]))
  let isGone = false
  void written().then(() => {
    isGone = true
  })
  await vi.advanceTimersByTimeAsync(900)
  expect(isGone).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isGone).toBe(true)
})

test('what is on its way at a sign-out of another app is known to the disk before the page is left; of this app, nothing', async () => {
  const gates = { sent: gate(), refused: gate(), late: gate() }
  answer = (text) => gates[text as keyof typeof gates].promise
  const outbox = openTab([{ ...reply, isPassing: () => true }])
  for (const text of Object.keys(gates)) outbox.add(textOf(text, { queue: text }))
  const disk = async () => (await onDisk()).sort()
  await vi.waitFor(async () =>
    expect(await disk()).toEqual(['late sending', 'refused sending', 'sent sending']),
  )

  noteSignOut(false)
  const left = written()
  gates.sent.resolve(null)
  gates.refused.reject(refusal('unauthorized'))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['refused waiting', 'late sending']))
  noteSignOut()
  gates.late.reject(refusal('unauthorized'))
  await left
  expect(await disk()).toEqual(['late sending', 'refused waiting'])
})

test('a busy server is asked again after a while, and again later', async () => {
  const waits: number[] = []
  const { setTimeout: start } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) => {
    if (ms >= 5000) waits.push(ms)
    return start(work, ms >= 5000 ? 0 : ms)
  }) as never)
  answer = () => {
    if (received.length < 3) throw refusal('unavailable')
    return null
  }
  const outbox = openTab([{ ...reply, isPassing: () => true }])
  outbox.add(textOf('one'))
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
  expect(texts()).toEqual(['one', 'one', 'one'])
  expect(waits).toEqual([5000, 10_000])
})

test('a file that is taken out on its way goes as another content; what was removed does not come back', async () => {
  const [first, second] = [gate(), gate()]
  answer = (_, signal) => {
    const { promise, reject } = received.length === 1 ? first : second
    signal.addEventListener('abort', () => reject(refusal('network')))
    return promise
  }
  const outbox = openTab([reply])
  const file = new File(['x'], 'x.pdf')
  const { id } = outbox.add({ ...textOf('words'), files: [file] })
  await vi.waitFor(() => expect(texts()).toHaveLength(1))
  void outbox.dropFile(id, file)
  await vi.waitFor(() => expect(texts()).toHaveLength(2))
  expect(received[1]?.key).not.toBe(received[0]?.key)
  expect(outbox.all()[0]?.files).toEqual([])
  outbox.remove(id)
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
  expect(outbox.all()).toEqual([])
})

test('what was kept outlives a wiped disk, and is written again in its order', async () => {
  browser.setOnline(false)
  const outbox = openTab([reply])
  for (const text of ['one', 'two']) await outbox.add(textOf(text)).kept
  await outbox.whenRestored()
  await new Promise((done) => {
    indexedDB.deleteDatabase('test-outbox').onsuccess = done
  })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(async () => expect(await onDisk()).toHaveLength(2))
  expect(states(outbox)).toEqual(['one waiting', 'two waiting'])
})

test('a disk that falls silent holds nothing up: what was on it goes, once', async () => {
  browser.setOnline(false)
  const outbox = openTab([reply])
  await outbox.add(textOf('one')).kept
  await outbox.whenRestored()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = { objectStore: () => new Proxy({}, { get: () => () => ({}) }), commit: () => undefined }
  const request = indexedDB.open('test-outbox')
  const db = await new Promise<IDBDatabase>((done) => {
    request.onsuccess = () => done(request.result)
  })
  vi.spyOn(Object.getPrototypeOf(db), 'transaction').mockReturnValue(silent)
  browser.setOnline(true)
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1000)
    expect(outbox.all()).toEqual([])
  })
  expect(texts()).toEqual(['one'])
})

test('what has not gone from one queue goes from another', async () => {
  answer = (text) => {
    if (text === 'old 7') throw refusal('not_found')
    return null
  }
  const outbox = openTab([reply])
  outbox.add(textOf('old 7'))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['old 7 failed']))
  outbox.move('7', '8', (data: string) => data.replace('7', '8'))
  expect(outbox.all()).toMatchObject([{ queue: '8', data: 'old 8', state: 'failed' }])
  await vi.waitFor(async () => expect(await onDisk()).toEqual(['old 8 failed']))
  outbox.retry(outbox.all()[0]?.id ?? '')
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
})

test('what is of a kind that nobody has registered waits for it', async () => {
  const outbox = openTab()
  await outbox.add(textOf('early')).kept
  await outbox.whenRestored()
  expect(states(outbox)).toEqual(['early waiting'])
  outbox.register([reply])
  await vi.waitFor(() => expect(outbox.all()).toEqual([]))
})

test('what is sent stays in sight until its copy is shown, where the kind says so', async () => {
  answer = () => 'm1'
  const outbox = openTab([{ ...reply, settles: true }])
  outbox.add(textOf('one'))
  await vi.waitFor(() => expect(outbox.all()).toMatchObject([{ state: 'sent', receipt: 'm1' }]))
  outbox.settle(new Set(['m2']))
  expect(outbox.all()).toHaveLength(1)
  outbox.settle(new Set(['m1']))
  expect(outbox.all()).toEqual([])
})
