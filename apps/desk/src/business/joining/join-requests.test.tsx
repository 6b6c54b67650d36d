// @vitest-environment happy-dom
import { admitNewcomer, type JoinRequest, listJoinRequests } from '@podmoga/contract/desk/joining'
import { expect, test } from 'vitest'
import { buttons, eventually, openScreen, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
import { JoinRequests } from './join-requests.tsx'

const wire = wireOfEach()
const at = '2026-11-27T05:00:00.000Z'
const asking = (id: string, first_name: string): JoinRequest => ({
  ...{ id, first_name, last_name: null, phone: `+99890123456${id}`, confirmed_at: at, is_known: false },
  restaurant: { id: '1', name: 'Чайхана' },
})

test('each request is admitted by its own button; one decided elsewhere disappears', async () => {
  let waiting = [asking('1', 'Бахром'), asking('2', 'Лола'), asking('3', 'Санжар')]
  wire.answer(listJoinRequests, () => ({ results: waiting, next: null }))
  const letIn = Promise.withResolvers<{ ok: true }>()
  wire.answer(admitNewcomer, () => letIn.promise)
  openScreen(wire, <JoinRequests />)
  await says('Санжар')
  const admit = (nth: number) => buttons('Принять')[nth]
  admit(0)?.click()
  await eventually(() => expect(admit(0)?.getAttribute('aria-busy')).toBe('true'))
  // The second request can be admitted while the first is pending.
  expect(admit(1)?.getAttribute('aria-busy')).toBeNull()
  waiting = waiting.slice(1)
  letIn.resolve({ ok: true })
  await says('Бахром: доступ открыт')
  expect(wire.sent(admitNewcomer)).toHaveLength(1)

  await eventually(() => expect(buttons('Принять')).toHaveLength(2))
  wire.fail(admitNewcomer, { code: 'request_decided', error: 'Об этом уже решили' })
  waiting = waiting.slice(1)
  admit(0)?.click()
  await says('Об этом уже решили')
  await saysNo('Лола')
})
