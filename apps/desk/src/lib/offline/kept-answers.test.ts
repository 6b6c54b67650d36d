import { stubDisk } from '@podmoga/web/outbox/testing'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const net = vi.hoisted(() => ({ isOnline: true }))
vi.mock('@podmoga/web/connectivity', () => ({
  isOnline: () => net.isOnline,
  onConnectivityChange: () => () => undefined,
}))
vi.mock('@podmoga/web/session/stored-session', () => ({ personHere: () => 'p1' }))

const DESK = ['session', 'desk']
const TICKET = ['tickets', 'ticket', '7']
const MESSAGES = ['tickets', 'messages', '7']
const NOTES = ['tickets', 'notes', '7']
const pages = (words: string) => ({ pages: [words], pageParams: [1] })
const me = (roles: string[], ...businesses: string[]) => ({
  roles,
  businesses: businesses.map((id) => ({ id, name: id })),
})

const call = vi.fn(async (): Promise<object> => ({}))
/** Throws the Refusal class of the current module registry (see vi.resetModules). */
const refuse = async (code: 'not_found' | 'network'): Promise<never> => {
  const { Refusal } = await import('@podmoga/contract/refusals')
  throw new Refusal({ code, message: 'Нет' })
}
let kept: typeof import('./kept-answers.ts')

/** Loads the desk's page anew; `desk` is the answer of `getDesk`. */
const openPage = async (desk: unknown) => {
  vi.resetModules()
  kept = await import('./kept-answers.ts')
  const client = new QueryClient()
  if (desk !== undefined) client.setQueryData(DESK, desk)
  await kept.keepAnswers({ person: 'p1', call: call as never }, client)
  return client
}
const leave = async () => {
  window.dispatchEvent(new Event('pagehide'))
  await new Promise((settle) => setTimeout(settle, 20))
}
/** Which of the keys a page opened without a network has. */
const seen = async (...keys: string[][]) => {
  net.isOnline = false
  const client = new QueryClient()
  await kept.bringBackFirst(client)
  net.isOnline = true
  return keys.map((key) => client.getQueryData(key) !== undefined)
}

/** Retries: IndexedDB may be slow on a busy machine. */
const sees = (keys: string[][], found: boolean[]) =>
  vi.waitFor(async () => expect(await seen(...keys)).toEqual(found))

beforeEach(() => {
  net.isOnline = true
  call.mockReset().mockResolvedValue({})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { pathname: '/desk/' })
  stubDisk()
})
afterEach(() => vi.unstubAllGlobals())

test('losing a role or a business removes the kept answers, at the next opening or in an open page', async () => {
  const both = me(['agent'], '1', '2')
  const first = await openPage(both)
  first.setQueryData(TICKET, { id: '7' })
  await leave()
  await sees([DESK, TICKET], [true, true])
  // The same or wider rights remove nothing.
  await openPage(me(['agent', 'editor'], '1', '2', '3'))
  await leave()
  await sees([DESK, TICKET], [true, true])
  await openPage(me(['agent', 'editor'], '1', '3'))
  await leave()
  await sees([DESK, TICKET], [true, false])

  const open = await openPage(me(['agent', 'editor'], '1', '3'))
  open.setQueryData(TICKET, { id: '7' })
  await leave()
  await sees([TICKET], [true])
  // Not yet written when the rights shrink: not written afterwards either.
  open.setQueryData(MESSAGES, pages('письмо'))
  open.setQueryData(DESK, me(['editor'], '1', '3'))
  await leave()
  await sees([DESK, TICKET, MESSAGES], [true, false, false])
  expect(open.getQueryData(TICKET)).toBeUndefined()
})

test('what was kept is removed under a page that goes on keeping; after a sign-out the page keeps nothing', async () => {
  const page = await openPage(me(['agent'], '1'))
  page.setQueryData(TICKET, { id: '7' })
  await leave()
  page.setQueryData(NOTES, ['на пути'])
  expect(await kept.removeAnswers('p1')).toBe(true)
  await leave()
  await sees([DESK, TICKET, NOTES], [false, false, false])
  page.setQueryData(TICKET, { id: '7' })
  await leave()
  await sees([TICKET], [true])
  expect(await kept.forgetAnswers('p1')).toBe(true)
  page.setQueryData(TICKET, { id: '7' })
  await leave()
  await sees([TICKET], [false])
})

test('a ticket that is gone takes its messages and notes along, whichever of them was asked for, and no other ticket', async () => {
  const OTHER = ['tickets', 'messages', '8']
  const page = await openPage(me(['agent'], '1'))
  for (const key of [TICKET, MESSAGES, OTHER]) page.setQueryData(key, pages('письмо'))
  await leave()
  // Not yet written when the refusal arrives.
  page.setQueryData(NOTES, ['на пути'])
  await page
    .fetchQuery({ queryKey: TICKET, queryFn: () => refuse('not_found'), retry: false })
    .catch(() => null)
  await leave()
  await sees([TICKET, MESSAGES, NOTES, OTHER], [false, false, false, true])
})

test('a ticket that nobody opens again is asked for at a later opening, and goes once the server knows it no more', async () => {
  const first = await openPage(me(['agent'], '1'))
  const updatedAt = Date.now() - 2 * 3600_000
  for (const id of ['7', '8'])
    for (const part of ['ticket', 'messages', 'notes'])
      first.setQueryData(['tickets', part, id], pages('письмо'), { updatedAt })
  first.setQueryData(['tickets', 'ticket', '9'], { id: '9' })
  await leave()
  call.mockImplementation(async (...[, input]: unknown[]) => {
    const { ticketId } = (input as { params: { ticketId: string } }).params
    if (ticketId === '7') return refuse('not_found')
    // A network error does not mean that the ticket is gone.
    return refuse('network')
  })
  await openPage(me(['agent'], '1'))
  const asked = () =>
    call.mock.calls.map(([, input]: unknown[]) => (input as { params: { ticketId: string } }).params.ticketId)
  await vi.waitFor(() => expect(asked()).toContain('8'))
  await leave()
  expect(asked()).not.toContain('9')
  await sees([TICKET, MESSAGES, NOTES], [false, false, false])
  await sees(
    [
      ['tickets', 'ticket', '8'],
      ['tickets', 'ticket', '9'],
    ],
    [true, true],
  )
})
