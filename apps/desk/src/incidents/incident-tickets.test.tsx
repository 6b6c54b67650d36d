// @vitest-environment happy-dom
import { answerIncident, type DeskIncidentPage } from '@podmoga/contract/desk/incidents'
import { getMacroRun, type MacroRun, undoMacroRun } from '@podmoga/contract/desk/macros'
import { expect, test } from 'vitest'
import { eventually, field, fill, openScreen, press, says, wireOfEach } from '../lib/screen.testing.tsx'
import { IncidentTickets } from './incident-tickets.tsx'

const wire = wireOfEach()
const at = '2026-11-27T05:00:00.000Z'
const linked = ['5', '6'].map((id) => ({
  ...{ id, number: Number(id), restaurant: 'Чайхана', text: 'Касса', is_open: true, message_count: 1 },
  ...{ created_at: at, answered_at: null },
}))
const INCIDENT: DeskIncidentPage = {
  ...{
    id: '1',
    title: 'Касса',
    text: 'Ждите',
    topics: [],
    everywhere: true,
    restaurants: [],
    since: at,
    until: null,
  },
  ...{ count: 0, count_restaurants: 0, works: { yes: 0, no: 0 }, tickets: 2, material: null },
  ...{ updates: [], proposed: [], said: [], linked },
}
const RUN: MacroRun = { id: '9', name: 'Касса', state: 'waiting', due_at: at, total: 2, results: [] }

test('a common answer can be taken back, and its words are there to be mended; sent, it says whom it did not reach', async () => {
  let state: MacroRun = RUN
  wire.answer(answerIncident, RUN)
  wire.answer(getMacroRun, () => state)
  wire.answer(undoMacroRun, () => {
    state = { ...RUN, state: 'undone' }
    return state
  })
  openScreen(wire, <IncidentTickets incident={INCIDENT} />)
  await fill('Ответ во все отмеченные', 'Чиним')
  await press('Ответить: 2 тикета')
  await says('Ответ уйдёт через несколько секунд: 2 тикета')
  await press('Отменить')
  await says('Отменено, никто ничего не получил')
  await eventually(async () => expect((await field('Ответ во все отмеченные')).value).toBe('Чиним'))

  state = {
    ...{ ...RUN, id: '10', state: 'done' },
    results: [
      { id: '5', number: 5, fate: 'done' },
      { id: '6', number: 6, fate: 'unseen_message' },
    ],
  }
  wire.answer(answerIncident, { ...RUN, id: '10' })
  await press('Ответить: 2 тикета')
  await says('Ответов: 1, закрыто: 1. Не получилось: 1')
  const [first, second] = wire.sent(answerIncident)
  expect(JSON.parse(String(first?.body))).toEqual({ text: 'Чиним', tickets: ['5', '6'], close: true })
  // A second press is a separate answer with its own key.
  expect(second?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key'])
})
