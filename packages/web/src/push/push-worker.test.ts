import type { PushPayload } from '@podmoga/contract/notifications'
import { beforeEach, expect, test } from 'vitest'
import { makePushOwners } from './push-owner.ts'
import { listenForNotifications } from './push-worker.ts'

const owners = makePushOwners('test-push')

interface Shown {
  tag: string
  title: string
  renotify: boolean
  silent: boolean
}

/** A phone that shows the worker's notifications and counts rings. */
const makePhone = (pages: object[] | null = null) => {
  let listen: ((event: never) => void) | null = null
  const phone = { screen: [] as Shown[], rings: 0 }
  const dismiss = (tag: string) => {
    phone.screen = phone.screen.filter((one) => one.tag !== tag)
  }
  const registration = {
    showNotification: async (title: string, given: Omit<Shown, 'title'>) => {
      const isThere = phone.screen.some(({ tag }) => tag === given.tag)
      if (!given.silent && (given.renotify || !isThere)) phone.rings += 1
      dismiss(given.tag)
      phone.screen.push({ ...given, title })
    },
    getNotifications: async ({ tag }: { tag: string }) =>
      phone.screen.filter((one) => one.tag === tag).map(() => ({ close: () => dismiss(tag) })),
  }
  const addEventListener = (kind: string, given: (event: never) => void) => {
    if (kind === 'push') listen = given
  }
  const clients = { matchAll: async () => pages }
  const isBeside = (path: string) => path === '/beside'
  const app = { owners, isOurs: () => true, isBeside, pagesCall: pages !== null }
  listenForNotifications({ registration, clients, addEventListener } as never, app)
  const push = (payload: Partial<PushPayload>) => {
    const works: Promise<unknown>[] = []
    const whole = {
      owner: 'o',
      kind: 'answer',
      tag: 'ticket-1',
      title: 'Ответ',
      body: '',
      path: '/1',
      ...payload,
    }
    listen?.({
      data: { json: () => whole },
      waitUntil: (work: Promise<unknown>) => works.push(work),
    } as never)
    return Promise.all(works)
  }
  return { phone, push, dismiss }
}

beforeEach(async () => {
  await owners.remove()
  await owners.write({ person: 'p', owner: 'o', endpoint: 'https://push.test/1', checked_at: 0 })
})

test('news that comes again does not ring again, nor come back once it was put away; later news does', async () => {
  const { phone, push, dismiss } = makePhone()
  await push({ event: '7' })
  await Promise.all([push({ event: '7', title: 'Ответ снова' }), push({ event: '7' })])
  expect(phone).toMatchObject({ rings: 1, screen: [{ tag: 'ticket-1' }] })
  dismiss('ticket-1')
  await push({ event: '7' })
  expect(phone).toEqual({ rings: 1, screen: [] })
  await push({ event: '8' })
  await push({ event: '8', tag: 'ticket-2' })
  expect(phone).toMatchObject({ rings: 3, screen: [{ tag: 'ticket-1' }, { tag: 'ticket-2' }] })
  await push({ kind: 'read' })
  await push({ event: '8' })
  expect(phone).toMatchObject({ rings: 3, screen: [{ tag: 'ticket-2' }] })
})

test('a server that does not say which news it is rings each time, as it always has', async () => {
  const { phone, push } = makePhone()
  await push({})
  await push({})
  expect(phone).toMatchObject({ rings: 2, screen: [{ tag: 'ticket-1' }] })
})

test('two pushes of one piece of news at the same moment ring once, and what is remembered goes with its owner', async () => {
  const { phone, push, dismiss } = makePhone()
  await Promise.all([push({ event: '9' }), push({ event: '9' })])
  expect(phone.rings).toBe(1)
  dismiss('ticket-1')
  await owners.remove()
  await owners.write({ person: 'p', owner: 'o', endpoint: 'https://push.test/1', checked_at: 0 })
  await push({ event: '9' })
  expect(phone).toMatchObject({ rings: 2, screen: [{ tag: 'ticket-1' }] })
})

test('a page that calls by itself: over one that is looked at nothing is shown, beside another nothing sounds', async () => {
  const page = { url: 'https://desk.test/desk/', focused: true, visibilityState: 'visible' }
  const pages = [page]
  const { phone, push, dismiss } = makePhone(pages)
  await push({ event: '11' })
  expect(phone).toEqual({ rings: 0, screen: [] })
  await push({ event: '10', tag: 'beside', path: '/beside' })
  expect(phone).toMatchObject({ rings: 1, screen: [{ tag: 'beside', silent: false }] })
  dismiss('beside')
  page.focused = false
  await push({ event: '12' })
  expect(phone).toMatchObject({ rings: 1, screen: [{ tag: 'ticket-1', silent: true }] })
  pages.length = 0
  await push({ event: '13', tag: 'ticket-2', silent: true })
  await push({ event: '14', tag: 'ticket-3' })
  expect(phone).toMatchObject({ rings: 2, screen: [{ silent: true }, { silent: true }, { silent: false }] })
})
