// @vitest-environment happy-dom
import { getDesk } from '@podmoga/contract/desk/tickets'
import * as leave from '@podmoga/web/session/leave'
import { clearSignOut } from '@podmoga/web/session/signed-out'
import * as session from '@podmoga/web/session/stored-session'
import * as tabs from '@podmoga/web/session/tabs'
import { afterEach, expect, test, vi } from 'vitest'
import { keptWords } from '../lib/kept-words.ts'
import { eventually, openScreen, says, wireOfEach } from '../lib/screen.testing.tsx'
import { AccessGate } from './access-gate.tsx'
import * as api from './call.ts'

const wire = wireOfEach()
afterEach(() => {
  clearSignOut()
  vi.restoreAllMocks()
})

test('whoever has no role at the desk any more reads so, and what they have read leaves the device', async () => {
  const answers = await import('../lib/offline/kept-answers.ts')
  const removed = vi.spyOn(answers, 'removeAnswers').mockResolvedValue(true)
  vi.spyOn(api, 'deskCall').mockImplementation(wire.call)
  vi.spyOn(session, 'personHere').mockReturnValue('p1')
  wire.fail(getDesk, { code: 'forbidden', error: 'Нет доступа.' })
  openScreen(wire, <AccessGate />)
  await says('Выход')
  await eventually(() => expect(removed).toHaveBeenCalledExactlyOnceWith('p1'))
})

test.each<[Parameters<typeof tabs.notifyTabs>[0], kept: string]>([
  [{ kind: 'signed_out', app: 'staff' }, 'Последнее слово'],
  [{ kind: 'signed_out', app: 'intranet' }, 'Последнее слово'],
  [{ kind: 'signed_out', app: 'desk' }, ''],
  // From a tab of an earlier release.
  [{ kind: 'signed_out' }, ''],
])('after %o in another tab the desk keeps of the last words «%s»', async (news, kept) => {
  const left = vi.spyOn(leave, 'leaveForSignIn').mockReturnValue()
  const listened = vi.spyOn(tabs, 'onTabNews')
  openScreen(wire, <AccessGate />)
  await eventually(() => expect(listened).toHaveBeenCalled())
  listened.mock.lastCall?.[0](news)
  expect(left).toHaveBeenCalledOnce()
  keptWords.keep('who-writes', '7', 'Последнее слово')
  expect(keptWords.get('who-writes', '7')).toBe(kept)
  keptWords.forget('who-writes')
})
