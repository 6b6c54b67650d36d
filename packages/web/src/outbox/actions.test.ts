import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPassing, type Kind } from './kind.ts'
import { closeTabs, onDisk, openTab, refusal, stubBrowser, type TestScope } from './testing.ts'

let browser: ReturnType<typeof stubBrowser>
let received: unknown[]

beforeEach(() => {
  browser = stubBrowser()
  browser.setOnline(false)
  received = []
})
afterEach(() => {
  closeTabs()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Send = (data: unknown) => Promise<unknown>
const receive: Send = async (data) => void received.push(data)
const kind = (name: string, send: Send, more: Partial<Kind<TestScope>> = {}): Kind<TestScope> => ({
  name,
  deliver: async (_, { data }) => {
    await send(data)
    return null
  },
  isPassing,
  refused: 'drop',
  ...more,
})
const away = async (): Promise<never> => {
  throw refusal('network')
}
type Tab = ReturnType<typeof openTab>
const action = (name: string, key: string, data: unknown) =>
  ({ id: `${name}/${key}`, kind: name, queue: 'actions', resend: 'always', data }) as const
const keep = (outbox: Tab, key: string, data: unknown, name = 'read') =>
  outbox.sendOrKeep(action(name, key, data), away)
/** Goes online, and waits until all items are sent or failed. */
const goes = async (outbox: Tab) => {
  browser.setOnline(true)
  await vi.waitFor(() => expect(outbox.all().filter(({ state }) => state !== 'failed')).toEqual([]))
}

test('what is done without a network goes in order, each once; a later one takes the place of an earlier one', async () => {
  const onAnswered = vi.fn()
  const outbox = openTab(['read', 'feedback'].map((name) => kind(name, receive, { onAnswered })))
  expect(await keep(outbox, 'b', 'first')).toBeNull()
  await keep(outbox, 'a', 'second')
  await keep(outbox, 'c', 'yes', 'feedback')
  await keep(outbox, 'c', 'no', 'feedback')
  expect(await onDisk()).toHaveLength(3)
  await goes(outbox)
  expect(received).toEqual(['first', 'second', 'no'])
  await vi.waitFor(() => expect(onAnswered).toHaveBeenCalledTimes(2))
  browser.setOnline(true)
  await outbox.whenRestored()
  expect(received).toHaveLength(3)
  expect(await onDisk()).toEqual([])
})

test('a network that goes again keeps the rest; what is refused for good is let go', async () => {
  const answers: Record<string, Parameters<typeof refusal>[0]> = { 1: 'not_found', 2: 'unavailable' }
  const send: Send = async (data) => {
    const refused = answers[String(data)]
    if (refused !== undefined) throw refusal(refused)
    received.push(data)
  }
  const outbox = openTab([kind('read', send)])
  for (const key of ['1', '2', '3']) await keep(outbox, key, key)
  browser.setOnline(true)
  await vi.waitFor(async () => expect(await onDisk()).toEqual(['2 waiting', '3 waiting']))
  expect(received).toEqual([])
  delete answers[2]
  await goes(outbox)
  expect(received).toEqual(['2', '3'])
})

test('what was heard at once does not go again, and a refusal is told', async () => {
  const outbox = openTab([kind('feedback', receive)])
  await keep(outbox, '1', 'no', 'feedback')
  await outbox.sendOrKeep(action('feedback', '1', 'yes'), async () => received.push('yes'))
  await goes(outbox)
  expect(received).toEqual(['yes'])
  const refused = outbox.sendOrKeep(action('read', '2', ''), async () => {
    throw refusal('not_found')
  })
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
})

test('it goes in nobody else’s name, and not after its person has signed out', async () => {
  const outbox = openTab([])
  await keep(outbox, '1', 'mine')
  const others = [openTab([kind('read', receive)], 'p10'), openTab([kind('read', receive)], 'p1', '2')]
  await Promise.all(others.map((other) => goes(other).then(other.whenRestored)))
  outbox.close()
  await outbox.store.forget('p1/')
  const after = openTab([kind('read', receive)])
  await after.whenRestored()
  await goes(after)
  expect(received).toEqual([])
})

test('a call that does not get through while others do says so, and keeps nothing', async () => {
  browser.setOnline(true)
  const outbox = openTab([kind('read', receive)])
  await expect(keep(outbox, '1', 'mine')).rejects.toMatchObject({ code: 'network' })
  expect([outbox.all(), await onDisk()]).toEqual([[], []])
})

test('written words that the server will not have are their person’s to take back; the rest is let go', async () => {
  const refuse = vi.fn(async (): Promise<never> => {
    throw refusal('not_found')
  })
  const { refused: _, ...stays } = kind('handover', refuse)
  const outbox = openTab([stays, kind('read', refuse)])
  await keep(outbox, 'k1', { note: 'Печь 2' }, 'handover')
  await keep(outbox, 'm', 'read')
  await goes(outbox)
  expect(outbox.all()).toMatchObject([{ data: { note: 'Печь 2' }, state: 'failed', problem: 'Нет' }])
  browser.setOnline(true)
  await outbox.whenRestored()
  expect(refuse).toHaveBeenCalledTimes(2)
  outbox.remove('handover/k1')
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
})

test('what is said in other words while the earlier ones are on their way is said too; what is taken back stays away', async () => {
  const outbox: Tab = openTab([
    kind('feedback', async (data) => {
      // Another tab of the same person, which is offline.
      if (received.push(data) === 1) outbox.add(action('feedback', '1', 'did not help'))
    }),
    kind('handover', async () => {
      outbox.remove('handover/2')
      throw refusal('not_found')
    }),
  ])
  await keep(outbox, '1', 'helped', 'feedback')
  await keep(outbox, '2', { note: 'Печь' }, 'handover')
  await goes(outbox)
  expect(received).toEqual(['helped', 'did not help'])
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
})
