// @vitest-environment happy-dom
import { getRestaurantCard, setRestaurantNote } from '@podmoga/contract/desk/health'
import { listQueue } from '@podmoga/contract/desk/tickets'
import { listTopics } from '@podmoga/contract/desk/work'
import { listCallers } from '@podmoga/contract/tickets/callers'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { eventually, field, fill, openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { listed } from '../tickets.testing.ts'
import { RestaurantPage } from './restaurant.page.tsx'

const CARD = {
  ...{
    id: '11',
    name: 'Плов Центр',
    timezone: 'Asia/Tashkent',
    city: 'Ташкент',
    chain: null,
    groups: ['Центр'],
  },
  hours: ['09:00-23:00', '', '', '', '', '', ''],
  archived_at: null,
  managers: [{ id: '8', name: 'Малика', phone: '+998901112233', email: null }],
  devices: [
    {
      ...{ id: '5', name: 'Касса 2', kind_name: 'Касса', model: 'Atol', serial: 'A1', place: 'Бар' },
      recent: 3,
    },
  ],
  repeats: [{ about: 'Печать чеков', tickets: 4, before: 1 }],
  note: { text: 'Звонить после 15', version: 2, author_name: 'Севара', changed_at: '2026-11-20T10:00:00Z' },
}
const AZIZA = {
  ...{ id: '41', name: 'Азиза', phone: '+998901234567', email: null, is_invited: false },
  restaurants: [{ id: '11', name: 'Плов Центр', business_id: '1', is_manager: false }],
}

const wire = wireOfEach()
beforeEach(() => {
  localStorage.clear()
  wire.answer(getRestaurantCard, CARD)
  wire.answer(listQueue, { results: [listed('9')], total_items: 1, total_pages: 1, waiting_items: 1 })
  wire.answer(listCallers, { results: [AZIZA], next: null })
  wire.answer(listTopics, { businesses: [] })
  openScreen(
    wire,
    <Routes>
      <Route path="/restaurants/:restaurantId" element={<RestaurantPage />} />
    </Routes>,
    '/restaurants/11',
  )
})

test('what an agent needs of a restaurant stands on one page; a ticket for one of its people begins there', async () => {
  for (const text of [
    'Звонить после 15',
    'Севара',
    'Малика',
    '+998901112233',
    'Касса · Atol · № A1 · Бар · 3 тикета за 90 дней',
    'Печать чеков',
    '4 тикета, раньше 1',
    '№9',
    'Азиза',
  ])
    await says(text)
  // Tickets on a restaurant's page do not repeat its name.
  expect(document.body.textContent).not.toContain('Навруз')
  await press('Тикет со слов: Азиза')
  await says('Тикет со слов позвонившего')
  await says('Другой')
})

test('a note that a colleague has changed meanwhile is shown beside one’s own, which is not lost and goes over it', async () => {
  await says('Звонить после 15')
  await fill('Заметка для агентов', 'Звонить до 15')
  wire.fail(setRestaurantNote, { code: 'changed_meanwhile', error: 'Изменено.' })
  wire.answer(getRestaurantCard, { ...CARD, note: { ...CARD.note, text: 'Не звонить', version: 3 } })
  await press('Сохранить заметку')
  await says('Коллега только что изменил заметку')
  await says('Не звонить')
  expect((await field('Заметка для агентов')).value).toBe('Звонить до 15')
  wire.answer(setRestaurantNote, { version: 4 })
  wire.answer(getRestaurantCard, { ...CARD, note: { ...CARD.note, text: 'Звонить до 15', version: 4 } })
  await press('Сохранить заметку')
  await eventually(() => expect(wire.sent(setRestaurantNote)).toHaveLength(2))
  expect(JSON.parse(String(wire.sent(setRestaurantNote)[1]?.body))).toEqual({
    text: 'Звонить до 15',
    version: 3,
  })
  await eventually(async () => expect((await field('Заметка для агентов')).value).toBe('Звонить до 15'))
})
