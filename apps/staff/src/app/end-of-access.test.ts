import { Refusal } from '@podmoga/contract/refusals'
import { DESK_ANSWERS } from '@podmoga/web/kept/desk-answers'
import { makeLocalDb } from '@podmoga/web/local-db'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const done = vi.hoisted(() => [] as string[])
const note =
  (name: string) =>
  async (...given: unknown[]) =>
    done.push([name, ...given].join(' ')) > 0
/** Whether another user has signed in on this device meanwhile. */
let isOthers = false
let refuse: (refusal: Refusal) => void = () => undefined

const mocked: [string, object][] = [
  [
    '@podmoga/web/session/call',
    {
      makeSessionCall: (binding: { onRefusal: typeof refuse }) => {
        refuse = binding.onRefusal
      },
    },
  ],
  ['@podmoga/web/session/live-token', {}],
  // No timeout, so that imports may take their time.
  ['@podmoga/web/session/within', { within: (_ms: number, done: Promise<unknown>) => done }],
  [
    '@podmoga/web/session/stored-session',
    {
      clearSession: note('clear'),
      isSomebodyElses: () => isOthers,
      personHere: () => 'p1',
      readSession: () => null,
    },
  ],
  ['@podmoga/web/session/leave', { beginLeaving: () => true }],
  [
    '@podmoga/web/session/sign-out',
    {
      endSession: async (app: string, forgotten: Promise<void>) => {
        await note('end')(app)
        await forgotten
      },
    },
  ],
  ['./query-client.ts', { queryClient: { clear: note('cache') } }],
  ['../session/entry.ts', { onEntryRefused: note('door'), onEntryGiven: () => undefined }],
  ['../lib/offline/kept-answers.ts', { forgetAnswers: note('answers') }],
  ['../lib/notifications/notifications.ts', { forgetNotifications: note('notices') }],
  ['../tickets/forget-person.ts', { forgetPerson: note('written') }],
]
const refused = async (status: 401 | 403 | 404 | 500, more: { subscription_expired?: boolean } = {}) => {
  const code = ({ 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 500: 'internal' } as const)[status]
  done.length = 0
  refuse(new Refusal({ code, status, message: 'Нет', ...more }))
  await vi.dynamicImportSettled()
  await new Promise((settle) => setTimeout(settle))
  return done
}

beforeEach(async () => {
  done.length = 0
  isOthers = false
  vi.resetModules()
  for (const [path, module] of mocked) vi.doMock(path, () => module)
  const { makeScopeCall } = await import('./call.ts')
  makeScopeCall('7', 'p1')
})

afterAll(() => {
  for (const [path] of mocked) vi.doUnmock(path)
  vi.resetModules()
})

test('kept answers are deleted with the right to read them: of one restaurant, or all', async () => {
  expect(await refused(403)).toEqual(['door 7 forbidden', 'answers p1 7'])
  expect(await refused(403, { subscription_expired: true })).toEqual([
    'door 7 subscription_expired',
    'clear',
    'answers p1 7',
  ])
  expect(await refused(401)).toEqual(['clear', 'answers p1 '])
  expect(await refused(404)).toEqual([])
  expect(await refused(500)).toEqual([])
})

test('another user’s session deletes nothing of the page’s own user', async () => {
  isOthers = true
  expect(await refused(401)).toEqual([])
})

test('«Выход» deletes the session, drafts, kept answers and notifications before the page is left', async () => {
  vi.stubGlobal('location', { replace: note('go') })
  const { signOutHere } = await import('./sign-out.ts')
  await signOutHere()
  expect(done.slice(0, 4).sort()).toEqual(['answers p1', 'end staff', 'notices', 'written p1'])
  expect(done.slice(4)).toEqual(['cache', 'go /'])
  vi.unstubAllGlobals()
})

test('«Выход» deletes what this user read in the desk on the same origin, and nothing of others', async () => {
  vi.stubGlobal('location', { replace: note('go') })
  stubDisk()
  const answers = () => makeLocalDb(DESK_ANSWERS, ['answers'])
  for (const person of ['p1', 'p2']) await answers().put('answers', `${person}/desk/7`, 'тикет с заметками')
  const { signOutHere } = await import('./sign-out.ts')
  await signOutHere()
  expect(await answers().keys('answers')).toEqual(['p2/desk/7'])
  vi.unstubAllGlobals()
})
