// @vitest-environment happy-dom
import { type Duty, getTicketClock } from '@podmoga/contract/desk/service'
import { expect, test } from 'vitest'
import { openScreen, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { ClockPart } from './clock-part.tsx'

const MINUTE = 60_000
const duty = (part: Partial<Duty>): Duty => ({
  ...{ kind: 'first', state: 'running', spent: 0, target: 60 * MINUTE, due_at: null, is_late: false },
  ...part,
})
const wire = wireOfEach()

test.each([
  ['осталось 50 мин, до', duty({ spent: 10 * MINUTE, due_at: '2026-11-27T10:00:00.000Z' })],
  ['просрочено на 1 мин', duty({ spent: 61 * MINUTE, is_late: true, due_at: '2026-11-27T10:00:00.000Z' })],
  ['просрочено, ушло 1 ч 01 мин', duty({ state: 'missed', spent: 61 * MINUTE })],
  ['вовремя, за 12 мин', duty({ state: 'kept', spent: 12 * MINUTE })],
  ['на паузе, прошло 5 мин', duty({ kind: 'solution', state: 'paused', spent: 5 * MINUTE })],
  ['прошло 5 мин', duty({ spent: 5 * MINUTE, target: null })],
  ['срок не наступит', duty({ spent: 5 * MINUTE })],
  ['закрыт без ответа', duty({ state: 'dropped' })],
])('a deadline in words: %s', async (words, one) => {
  wire.answer(getTicketClock, { duties: [one], at: '2026-11-27T09:00:00.000Z' })
  openScreen(wire, <ClockPart call={wire.call} ticketId="5" />)
  await says(words)
  expect(document.querySelectorAll('[data-late]')).toHaveLength(one.is_late ? 1 : 0)
})
