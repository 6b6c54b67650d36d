// @vitest-environment happy-dom
import { getDesk } from '@podmoga/contract/desk/tickets'
import * as session from '@podmoga/web/session/stored-session'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually, openScreen, says, wireOfEach } from '../lib/screen.testing.tsx'
import { AccessGate } from './access-gate.tsx'
import * as api from './call.ts'

const wire = wireOfEach()
afterEach(() => vi.restoreAllMocks())

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
