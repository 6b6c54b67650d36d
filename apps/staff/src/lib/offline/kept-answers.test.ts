import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Scope } from '../scope.tsx'

const DAY_MS = 24 * 3600_000
const { isOnline, onConnectivityChange } = vi.hoisted(() => ({
  isOnline: vi.fn(() => true),
  onConnectivityChange: vi.fn((_: () => void) => (): void => undefined),
}))
vi.mock('@podmoga/web/connectivity', () => ({ isOnline, onConnectivityChange }))
const { personHere, readSession } = vi.hoisted(() => ({
  personHere: vi.fn(() => ''),
  readSession: vi.fn(() => ({ id: '1' })),
}))
vi.mock('@podmoga/web/session/stored-session', () => ({ personHere, readSession }))
const emptied = vi.fn(async () => true)
const faq = (restaurantId: string) => ['knowledge', restaurantId, 'faq']

const ALL = Number.POSITIVE_INFINITY
const QUERIES = {
  'knowledge faq': ALL,
  'knowledge sections': ALL,
  'knowledge material': 2,
  'tickets messages': ALL,
  'tickets ticket': 50,
  'choices *': ALL,
  profile: 1,
}

let kept: typeof import('./kept-answers.ts')
let change = (): void => undefined
const stop: (() => void)[] = []

const scope = (person: string, restaurantId = '1'): Scope => ({ person, restaurantId, call: vi.fn() })
/** A page of a user: its answers are kept while it is open, and `seen` reads what was restored from the device. */
const open = (who: Scope) => {
  const client = new QueryClient()
  stop.push(kept.keepAnswers(who, client, QUERIES))
  return {
    client,
    answered: (key: string[], data: unknown, updatedAt = Date.now()) =>
      client.setQueryData(key, data, { updatedAt }),
    seen: (key: string[]) => client.getQueryData(key),
  }
}
/** Closes the page, which writes its kept answers. */
const leave = () => {
  for (const one of stop.splice(0)) one()
}
const openAway = async (who: Scope) => {
  isOnline.mockReturnValue(false)
  const page = open(who)
  await vi.advanceTimersByTimeAsync(10)
  return page
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('caches', { delete: emptied })
  isOnline.mockReturnValue(true)
  onConnectivityChange.mockImplementation((listener) => {
    change = listener
    return () => undefined
  })
  vi.resetModules()
  kept = await import('./kept-answers.ts')
  // Fake timers cannot wait for the import in the first write.
  await import('@podmoga/web/outbox/packed-files')
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  emptied.mockClear()
})

test('what was read comes back when the network goes, of a conversation its last page, and nothing after a month', async () => {
  const page = open(scope('p1'))
  page.answered(faq('1'), ['первый вопрос'])
  page.answered(['tickets', '1', 'messages', '7'], { pages: ['старое', 'новое'], pageParams: [2, 1] })
  page.answered(['tickets', '1', 'messages', '8'], { pages: ['середина'], pageParams: [3] })
  page.answered(['session', '1', 'unread'], ['не хранится'])
  page.answered(['profile', '1'], 'кто я')
  page.answered(['knowledge', '1', 'material', '9'], 'давно', Date.now() - 31 * DAY_MS)
  await vi.advanceTimersByTimeAsync(600)
  leave()
  // The page is already open when the connection drops.
  isOnline.mockReturnValue(true)
  const next = open(scope('p1'))
  await vi.advanceTimersByTimeAsync(10)
  expect(next.seen(faq('1'))).toBeUndefined()
  isOnline.mockReturnValue(false)
  change()
  await vi.advanceTimersByTimeAsync(10)
  expect(next.seen(faq('1'))).toEqual(['первый вопрос'])
  expect(next.seen(['profile', '1'])).toBe('кто я')
  expect(next.seen(['tickets', '1', 'messages', '7'])).toEqual({ pages: ['новое'], pageParams: [1] })
  for (const key of [
    ['tickets', '1', 'messages', '8'],
    ['session', '1', 'unread'],
    ['knowledge', '1', 'material', '9'],
  ])
    expect(next.seen(key)).toBeUndefined()
})

test('without a network the first page stands with what was read, its own person’s only, before anything keeps answers', async () => {
  open(scope('p1')).answered(faq('1'), ['первого'])
  await vi.advanceTimersByTimeAsync(600)
  leave()
  isOnline.mockReturnValue(false)
  const restore = async (person: string, pathname: string) => {
    personHere.mockReturnValue(person)
    vi.stubGlobal('location', { pathname })
    const client = new QueryClient()
    await kept.restoreKept(client)
    return client.getQueryData(faq('1'))
  }
  expect(await restore('p1', '/2/tickets')).toBeUndefined()
  expect(await restore('p10', '/1')).toBeUndefined()
  expect(await restore('', '/')).toBeUndefined()
  expect(await restore('p1', '/1/tickets')).toEqual(['первого'])
  // The installed app opens its last restaurant.
  expect(await restore('p1', '/')).toEqual(['первого'])
  await kept.forgetAnswers('p1')
  expect(await restore('p1', '/1')).toBeUndefined()
})

test('a refused restaurant loses its kept answers, and no other does', async () => {
  for (const restaurant of ['1', '2']) {
    open(scope('p1', restaurant)).answered(faq(restaurant), [restaurant])
    await vi.advanceTimersByTimeAsync(600)
    leave()
  }
  await kept.forgetAnswers('p1', '1')
  expect(emptied).toHaveBeenCalledWith('pictures')
  expect((await openAway(scope('p1', '1'))).seen(faq('1'))).toBeUndefined()
  leave()
  expect((await openAway(scope('p1', '2'))).seen(faq('2'))).toEqual(['2'])
})

test('after a sign-out nothing is left, and what is still on its way is not kept', async () => {
  const page = open(scope('p1'))
  page.answered(faq('1'), ['моё'])
  await vi.advanceTimersByTimeAsync(600)
  page.answered(['knowledge', '1', 'sections'], ['в пути'])
  await kept.forgetAnswers('p1')
  await vi.advanceTimersByTimeAsync(600)
  window.dispatchEvent(new Event('pagehide'))
  leave()
  const next = await openAway(scope('p1'))
  expect(next.seen(faq('1'))).toBeUndefined()
  expect(next.seen(['knowledge', '1', 'sections'])).toBeUndefined()
})

test('another person on the same phone sees nothing of the first, and takes it away by coming', async () => {
  open(scope('p1')).answered(faq('1'), ['первого'])
  await vi.advanceTimersByTimeAsync(600)
  leave()
  // A user whose id has the other's as a prefix is another user.
  const second = await openAway(scope('p10'))
  expect(second.seen(faq('1'))).toBeUndefined()
  expect(emptied).toHaveBeenCalledWith('shared')
  leave()
  expect((await openAway(scope('p1'))).seen(faq('1'))).toBeUndefined()
})

test('of each kind the newest are kept, so that the device does not fill up', async () => {
  const page = open(scope('p1'))
  for (let id = 1; id <= 55; id += 1)
    page.answered(['tickets', '1', 'ticket', String(id)], { id }, Date.now() - id * 1000)
  await vi.advanceTimersByTimeAsync(600)
  leave()
  const next = await openAway(scope('p1'))
  const found = Array.from({ length: 55 }, (_, at) => next.seen(['tickets', '1', 'ticket', String(at + 1)]))
  expect(found.filter(Boolean)).toHaveLength(50)
  expect(found[0]).toEqual({ id: 1 })
  expect(found[54]).toBeUndefined()
})
