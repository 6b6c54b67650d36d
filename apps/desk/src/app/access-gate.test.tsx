// @vitest-environment happy-dom
import { getDesk } from '@podmoga/contract/desk/tickets'
import { expect, test, vi } from 'vitest'
import { eventually, openScreen, says, wireOfEach } from '../lib/screen.testing.tsx'
import { AccessGate } from './access-gate.tsx'

const { removed, door } = vi.hoisted(() => ({
  removed: vi.fn(),
  door: { call: (..._: unknown[]): unknown => undefined },
}))
vi.mock('../lib/offline/kept-answers.ts', () => ({ removeAnswers: removed }))
vi.mock('./call.ts', () => ({ deskCall: (...given: unknown[]) => door.call(...given) }))
vi.mock('@podmoga/web/session/stored-session', async (original) => ({
  ...(await original<object>()),
  personHere: () => 'p1',
}))

const wire = wireOfEach()

test('whoever has no role at the desk any more reads so, and what they have read leaves the device', async () => {
  door.call = wire.call as typeof door.call
  wire.fail(getDesk, { code: 'forbidden', error: 'Нет доступа.' })
  openScreen(wire, <AccessGate />)
  await says('Выход')
  await eventually(() => expect(removed).toHaveBeenCalledExactlyOnceWith('p1'))
})
