// @vitest-environment happy-dom
import { type JournalEntry, listJournal, listJournalEvents } from '@podmoga/contract/desk/journal'
import { expect, test } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { JournalPage } from './journal.page.tsx'

const wire = wireOfEach()

const entry = (id: string, text: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ id, text, event: 'e', at: '2026-02-03T10:00:00.000Z', person: 'Азиза', person_id: '7', changes: [] },
  ...{ subject: null, subject_id: null, ip: null, session: null, key: null, before: null, after: null },
  has_parts: false,
  ...more,
})
const query = ({ url }: { url: string }) => new URL(url, 'http://desk.test').searchParams

test('entries are grouped by day, an import expands, an area limits the events to choose', async () => {
  wire.answer(listJournal, (request) => {
    const parts_of = query(request).get('parts_of')
    return {
      results:
        parts_of === null
          ? [
              entry('9', 'Внесены сотрудники из файла', { has_parts: true }),
              entry('5', 'Изменены настройки', { at: '2026-02-01T10:00:00.000Z' }),
            ]
          : [entry('8', `Внесён из файла ${parts_of}`)],
      next: null,
    }
  })
  wire.answer(listJournalEvents, {
    areas: [
      { area: 'people', text: 'Сотрудники' },
      { area: 'business', text: 'Бизнес' },
    ],
    events: [
      { event: 'people_imported', text: 'Внесены сотрудники из файла', area: 'people' },
      { event: 'settings_changed', text: 'Изменены настройки', area: 'business' },
    ],
  })
  openScreen(wire, <JournalPage />, '/?event=people_imported')
  await says('Внесены сотрудники из файла')
  const days = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(days).toHaveLength(2)
  expect(days[0]).toContain('3 февраля')
  expect(buttons('Подробно: Изменены настройки')).toEqual([])
  await press('Подробно: Внесены сотрудники из файла')
  await says('Внесён из файла 9')

  await fill('О чём', 'business')
  await eventually(() => {
    const asked = wire.sent(listJournal).at(-1)
    expect(asked && [query(asked).get('area'), query(asked).get('event')]).toEqual(['business', null])
  })
  const what = await field('Что')
  expect([...what.querySelectorAll('option')].map(({ textContent }) => textContent)).not.toContain(
    'Внесены сотрудники из файла',
  )
})
