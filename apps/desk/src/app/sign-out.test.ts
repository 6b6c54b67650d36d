// @vitest-environment happy-dom
import { stubDisk } from '@podmoga/web/outbox/testing'
import * as ending from '@podmoga/web/session/sign-out'
import * as session from '@podmoga/web/session/stored-session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { knowledge } from '../knowledge/knowledge.feature.ts'
import { keptTexts } from '../knowledge/material/kept-texts.ts'
// What «Выход» loads when it asks is here before its two seconds begin.
import '../lib/outbox.ts'
import { outboxStore } from '../lib/outbox-store.ts'
import { signOutHere } from './sign-out.ts'

/** Nobody of another test's: the browser of a worker is one, and keeps whose session was stored last. */
const PERSON = 'who-leaves'
beforeEach(() => {
  vi.spyOn(session, 'personHere').mockReturnValue(PERSON)
  // The store may be open on the disk of a test before this one: it is read only where there is one.
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

  // The code of one does not come: another's word stands.
  ask.mockClear()
  vi.spyOn(knowledge, 'mayLeave').mockReturnValue(new Promise(() => undefined))
  await outboxStore.db.put('outbox', `${PERSON}/desk/5`, { data: { text: 'Ответ' }, files: [] })
  await signOutHere()
  expect(ask).toHaveBeenCalledOnce()
  expect(ended).not.toHaveBeenCalled()
  await outboxStore.db.remove('outbox', `${PERSON}/desk/5`)
})
