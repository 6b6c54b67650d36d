import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxItem } from './item.ts'
import type { Kind } from './kind.ts'
import { makeOutboxStore } from './store.ts'
import { closeTabs, onDisk, openTab, refusal, stubBrowser, type TestScope, textOf } from './testing.ts'

let browser: ReturnType<typeof stubBrowser>
type Ticket = 'long' | 'mine'
/** The server's answers, by text. */
let gates: Record<Ticket, PromiseWithResolvers<null>>
/** The texts that each tab has sent. */
let received: string[]

const ticketsFrom = (tab: string): Kind<TestScope, Ticket> => ({
  name: 'reply',
  deliver: async (_, { data }, { signal }) => {
    received.push(`${tab} ${data}`)
    signal.addEventListener('abort', () => gates[data].reject(refusal('network')))
    return gates[data].promise
  },
})
const ticketOf = (text: Ticket) => textOf(text, { queue: 'new', resend: 'while_key_lives' })
type Tab = ReturnType<typeof openTab>
const states = (tab: Tab) => tab.all().map(({ data, state }) => `${data} ${state}`)
const look = () => document.dispatchEvent(new Event('visibilitychange'))

/** One tab sends a long ticket; another one's waits for it. */
const openBoth = async () => {
  const one = openTab([ticketsFrom('one')])
  one.add(ticketOf('long'))
  await vi.waitFor(() => expect(received).toEqual(['one long']))
  const other = openTab([ticketsFrom('other')])
  const { id, kept } = other.add(ticketOf('mine'))
  await kept
  look()
  await vi.waitFor(() => expect(states(one)).toEqual(['long sending', 'mine waiting']))
  return { one, other, id }
}
/** The first tab goes on to the other's ticket. */
const goOn = async () => {
  gates.long.resolve(null)
  await vi.waitFor(async () => expect(await onDisk()).toEqual(['mine sending']))
  expect(received).toEqual(['one long', 'one mine'])
}

beforeEach(() => {
  browser = stubBrowser()
  gates = { long: Promise.withResolvers(), mine: Promise.withResolvers() }
  received = []
})
afterEach(() => {
  closeTabs()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a ticket that another tab is sending is not taken back: it is sent once', async () => {
  const { other, id } = await openBoth()
  await goOn()
  expect(await other.cancel(id)).toBe(false)
  expect(states(other)).toEqual([])
  gates.mine.resolve(null)
  await vi.waitFor(() => expect(other.wasSentElsewhere(id)).toBe(true))
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
  expect(await other.cancel(id)).toBe(false)
  expect(received).toEqual(['one long', 'one mine'])
})

test('nor is it removed, or sent anew without a file', async () => {
  const { other, id } = await openBoth()
  await goOn()
  await other.dropFile(id, new File(['x'], 'чек.jpg'))
  expect(states(other)).toEqual([])
  expect(await other.mayTakeBack(id)).toBe(false)
  expect(await onDisk()).toEqual(['mine sending'])
  gates.mine.resolve(null)
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
  expect(received).toEqual(['one long', 'one mine'])
})

test('one that could not be taken back comes back if the other tab is refused', async () => {
  const { other, id } = await openBoth()
  await goOn()
  await other.cancel(id)
  // Seen again while it is on its way elsewhere, it still counts as the other tab's.
  look()
  await other.whenRestored()
  expect(states(other)).toEqual([])
  gates.mine.reject(refusal('internal'))
  await vi.waitFor(() => expect(states(other)).toEqual(['mine failed']))
})

test('one that only waits for the other tab is taken back, and is not sent', async () => {
  const { one, other, id } = await openBoth()
  expect(await other.cancel(id)).toBe(true)
  expect(states(other)).toEqual(['mine failed'])
  await vi.waitFor(async () => expect((await onDisk()).sort()).toEqual(['long sending', 'mine failed']))
  gates.long.resolve(null)
  await vi.waitFor(() => expect(states(one)).toEqual(['mine failed']))
  expect(received).toEqual(['one long'])
})

test('one whose sending was broken off with its page is nobody’s: it is taken back', async () => {
  await makeOutboxStore('test-outbox').db.put('outbox', 'p1/1/t', {
    ...ticketOf('mine'),
    id: 't',
    key: 'k',
    files: [],
    created_at: new Date().toISOString(),
    state: 'sending',
  } satisfies Partial<OutboxItem>)
  browser.setOnline(false)
  const tab = openTab([ticketsFrom('one')])
  await tab.whenRestored()
  expect(states(tab)).toEqual(['mine waiting'])
  expect(await tab.cancel('t')).toBe(true)
  expect(states(tab)).toEqual(['mine failed'])
})

test('one that the storage does not tell of is this tab’s to take back', async () => {
  browser.setOnline(false)
  const tab = openTab([ticketsFrom('one')])
  const { id, kept } = tab.add(ticketOf('mine'))
  await kept
  await tab.whenRestored()
  vi.spyOn(tab.store.db, 'read').mockResolvedValue(null)
  vi.spyOn(tab.store.db, 'readAll').mockResolvedValue({ entries: [], isWhole: false })
  expect(await tab.cancel(id)).toBe(true)
  expect(states(tab)).toEqual(['mine failed'])
})
