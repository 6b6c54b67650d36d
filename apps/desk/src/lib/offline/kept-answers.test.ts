import { stubDisk } from '@podmoga/web/outbox/testing'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const net = vi.hoisted(() => ({ isOnline: true }))
vi.mock('@podmoga/web/connectivity', () => ({
  isOnline: () => net.isOnline,
  onConnectivityChange: () => () => undefined,
}))
vi.mock('@podmoga/web/session/stored-session', () => ({ personHere: () => 'p1' }))

const DOOR = ['session', 'desk']
const TICKET = ['tickets', 'ticket', '7']
const MESSAGES = ['tickets', 'messages', '7']
const NOTES = ['tickets', 'notes', '7']
const pages = (words: string) => ({ pages: [words], pageParams: [1] })
const me = (roles: string[], ...businesses: string[]) => ({
  roles,
  businesses: businesses.map((id) => ({ id, name: id })),
})

let kept: typeof import('./kept-answers.ts')

/** A page of the desk as it is loaded: it has asked at the door already. */
const openPage = async (door: unknown) => {
  vi.resetModules()
  kept = await import('./kept-answers.ts')
  const client = new QueryClient()
  if (door !== undefined) client.setQueryData(DOOR, door)
  await kept.keepAnswers('p1', client)
  return client
}
const leave = async () => {
  window.dispatchEvent(new Event('pagehide'))
  await new Promise((settle) => setTimeout(settle, 20))
}
/** What a page that opens without a network has. */
const seen = async (...keys: string[][]) => {
  net.isOnline = false
  const client = new QueryClient()
  await kept.bringBackFirst(client)
  net.isOnline = true
  return keys.map((key) => client.getQueryData(key) !== undefined)
}

beforeEach(() => {
  net.isOnline = true
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { pathname: '/desk/' })
  stubDisk()
})
afterEach(() => vi.unstubAllGlobals())

test('what was read goes with a role or a business that is lost, at the next opening or under an open page', async () => {
  const both = me(['agent'], '1', '2')
  const first = await openPage(both)
  first.setQueryData(TICKET, { id: '7' })
  await leave()
  expect(await seen(DOOR, TICKET)).toEqual([true, true])
  // The same rights, and more of them, take nothing.
  await openPage(me(['agent', 'editor'], '1', '2', '3'))
  await leave()
  expect(await seen(DOOR, TICKET)).toEqual([true, true])
  await openPage(me(['agent', 'editor'], '1', '3'))
  await leave()
  expect(await seen(DOOR, TICKET)).toEqual([true, false])

  const open = await openPage(me(['agent', 'editor'], '1', '3'))
  open.setQueryData(TICKET, { id: '7' })
  await leave()
  expect(await seen(TICKET)).toEqual([true])
  // Not written yet when the door says so: it is not written afterwards either.
  open.setQueryData(MESSAGES, pages('письмо'))
  open.setQueryData(DOOR, me(['editor'], '1', '3'))
  await leave()
  expect(await seen(DOOR, TICKET, MESSAGES)).toEqual([true, false, false])
  expect(open.getQueryData(TICKET)).toBeUndefined()
})

test('what was kept is removed under a page that goes on keeping; after a sign-out the page keeps nothing', async () => {
  const page = await openPage(me(['agent'], '1'))
  page.setQueryData(TICKET, { id: '7' })
  await leave()
  page.setQueryData(NOTES, ['на пути'])
  expect(await kept.removeAnswers('p1')).toBe(true)
  await leave()
  expect(await seen(DOOR, TICKET, NOTES)).toEqual([false, false, false])
  page.setQueryData(TICKET, { id: '7' })
  await leave()
  expect(await seen(TICKET)).toEqual([true])
  expect(await kept.forgetAnswers('p1')).toBe(true)
  page.setQueryData(TICKET, { id: '7' })
  await leave()
  expect(await seen(TICKET)).toEqual([false])
})
