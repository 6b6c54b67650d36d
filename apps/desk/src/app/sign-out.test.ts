// @vitest-environment happy-dom
import { stubDisk } from '@podmoga/web/outbox/testing'
import * as ending from '@podmoga/web/session/sign-out'
import * as session from '@podmoga/web/session/stored-session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { knowledge } from '../knowledge/knowledge.feature.ts'
import { keptTexts } from '../knowledge/material/kept-texts.ts'
// Preloads what «Выход» imports lazily, so that loading does not count against its two-second timeout.
import '../lib/outbox.ts'
import { outboxStore } from '../lib/outbox-store.ts'
import { signOutHere } from './sign-out.ts'

/** An id used by no other test: tests of a worker share one browser environment with the last stored session. */
const PERSON = 'who-leaves'
beforeEach(() => {
  vi.spyOn(session, 'personHere').mockReturnValue(PERSON)
  // A previous test may have opened the store on its own stubbed disk; without a disk the store is not read at all.
  stubDisk()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('«Выход» with a text or a reply that the server does not have asks first, though the code of another part does not come', async () => {
  const ended = vi.spyOn(ending, 'endSession').mockResolvedValue()
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  keptTexts.write('unsaved', PERSON, '7', { title: 'Касса' })
  await signOutHere()
  expect(ask).toHaveBeenCalledOnce()
  expect(ended).not.toHaveBeenCalled()
  keptTexts.write('unsaved', PERSON, '7', null)

  // One feature never answers: the answer of another still counts.
  ask.mockClear()
  vi.spyOn(knowledge, 'mayLeave').mockReturnValue(new Promise(() => undefined))
  await outboxStore.db.put('outbox', `${PERSON}/desk/5`, { data: { text: 'Ответ' }, files: [] })
  await signOutHere()
  expect(ask).toHaveBeenCalledOnce()
  expect(ended).not.toHaveBeenCalled()
  await outboxStore.db.remove('outbox', `${PERSON}/desk/5`)
})
