import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const log = vi.hoisted(() => [] as string[])
const note = (name: string) => (person: string) => {
  log.push(`${name} ${person}`)
  return Promise.resolve(true)
}

beforeEach(() => {
  log.length = 0
  vi.resetModules()
  vi.doMock('../lib/outbox-store.ts', () => ({ outboxStore: { forget: note('outbox') } }))
  vi.doMock('../lib/outbox.ts', () => ({ closeOutbox: note('close') }))
  vi.doMock('../lib/outbox.take-over.ts', () => ({ forgetOldDatabase: note('old') }))
  vi.doMock('./composer/drafts.ts', () => ({ drafts: { forget: note('drafts') } }))
  vi.doMock('./signals/desk-push.ts', () => ({ forgetPush: () => Promise.resolve() }))
  vi.doMock('../lib/offline/kept-answers.ts', () => ({
    forgetAnswers: note('answers for good'),
    removeAnswers: note('answers'),
  }))
})
afterEach(() => {
  vi.doUnmock('../lib/outbox-store.ts')
  vi.doUnmock('../lib/outbox.ts')
  vi.doUnmock('../lib/outbox.take-over.ts')
  vi.doUnmock('./composer/drafts.ts')
  vi.doUnmock('./signals/desk-push.ts')
  vi.doUnmock('../lib/offline/kept-answers.ts')
})

test('the page of whoever leaves keeps nothing more; one that opens for them again goes on keeping', async () => {
  const { forgetPerson } = await import('./forget-person.ts')
  expect(await forgetPerson('p1', true)).toBe(true)
  expect(log.sort()).toEqual(['answers for good p1', 'close p1', 'drafts p1', 'old p1', 'outbox p1/'])
  log.length = 0
  expect(await forgetPerson('p1', false)).toBe(true)
  expect(log.sort()).toEqual(['answers p1', 'drafts p1', 'old p1', 'outbox p1/'])
})

test('where the code of what was read does not come, the person is not forgotten yet', async () => {
  vi.doMock('../lib/offline/kept-answers.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { forgetPerson } = await import('./forget-person.ts')
  expect(await forgetPerson('p1', false)).toBe(false)
})
