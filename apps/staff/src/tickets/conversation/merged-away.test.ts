import { afterEach, expect, test } from 'vitest'
import { outboxStore } from '../../lib/offline/outbox.ts'
import { moveDraft, survivorOf } from './merged-away.ts'
import type { ReplyDraft } from './use-reply.ts'

const [FROM, TO] = ['p/1/5', 'p/1/4']
const photo = (name: string) => new File(['x'], name)
const draft = (text: string, ...files: File[]): ReplyDraft => ({ text, files, from: null })
const put = (key: string, value: ReplyDraft) => outboxStore.db.put('drafts', key, value)
const kept = (key: string) => outboxStore.db.get<ReplyDraft>('drafts', key)
const nothing = async () => undefined

afterEach(() => Promise.all([outboxStore.db.remove('drafts', FROM), outboxStore.db.remove('drafts', TO)]))

test('only the answer of another ticket redirects', () => {
  expect(survivorOf('5', undefined)).toBeNull()
  expect(survivorOf('5', { id: '5' })).toBeNull()
  expect(survivorOf('5', { id: '4' })).toBe('4')
})

test('text that is not saved yet is saved first and moved', async () => {
  await put(FROM, draft('Чек не'))
  await moveDraft(FROM, TO, () => put(FROM, draft('Чек не печатается')))
  expect(await kept(TO)).toEqual(draft('Чек не печатается'))
  expect(await kept(FROM)).toBeNull()
})

test('it is appended to a draft already there, with the files of both', async () => {
  const [one, other] = [photo('есть.jpg'), photo('ещё.jpg')]
  await put(TO, draft('Было', one))
  await put(FROM, draft('Стало', other))
  await moveDraft(FROM, TO, nothing)
  expect(await kept(TO)).toEqual(draft('Было\n\nСтало', one, other))
  await put(FROM, draft('', one))
  await moveDraft(FROM, TO, nothing)
  expect((await kept(TO))?.text, 'a photo without words').toBe('Было\n\nСтало')
})

test('where nothing was written, what was begun there stays as it is', async () => {
  await put(TO, draft('Было'))
  await moveDraft(FROM, TO, nothing)
  expect(await kept(TO)).toEqual(draft('Было'))
})
