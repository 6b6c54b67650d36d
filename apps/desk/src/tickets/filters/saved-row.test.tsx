// @vitest-environment happy-dom
import { listSavedViews, type ViewFilters } from '@podmoga/contract/desk/views'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  button,
  buttons,
  eventually,
  openScreen,
  press,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import type { QueueView } from '../queue/queue-view.ts'
import { SAVED_KEY } from './saved-key.ts'
import { SavedRow } from './saved-row.tsx'

const wire = wireOfEach()
let shown: QueueView
beforeEach(() => {
  localStorage.clear()
})

function Page({ first }: { first: QueueView }) {
  const [view, setView] = useState(first)
  shown = view
  return <SavedRow call={wire.call} view={view} onView={setView} />
}
const saved = (id: string, name: string, filters: ViewFilters, count: number | null) => ({
  ...{ id, name, filters, count },
  ...{ is_shared: false, is_own: true, version: 1 },
})
const isPressed = async (name: string) => (await button(name)).getAttribute('aria-pressed')

test('saved views are in sight with their counts; one press opens one in the order that was chosen, a second lets it go', async () => {
  wire.answer(listSavedViews, {
    results: [
      saved('1', 'Центр', { tab: 'waiting', restaurant_group: 'Центр' }, 100),
      saved('2', 'Закрытые', { tab: 'archive' }, null),
    ],
  })
  openScreen(wire, <Page first={{ tab: 'open', number: null, order: 'newest' }} />)
  await press('Центр99+больше 99 тикетов')
  await eventually(() =>
    expect(shown).toEqual({ tab: 'waiting', number: null, restaurant_group: ['Центр'], order: 'newest' }),
  )
  expect(await isPressed('Центр99+больше 99 тикетов')).toBe('true')
  expect(await isPressed('Закрытые')).toBe('false')
  // Space is reserved for them on the next visit before they load.
  expect(localStorage.getItem(SAVED_KEY)).not.toBeNull()
  await press('Центр99+больше 99 тикетов')
  await eventually(() => expect(shown).toEqual({ tab: 'waiting', number: null, order: 'newest' }))
})

test('whoever has none keeps no room for them', async () => {
  localStorage.setItem(SAVED_KEY, 'yes')
  wire.answer(listSavedViews, { results: [] })
  openScreen(wire, <Page first={{ tab: 'waiting', number: null }} />)
  await eventually(() => expect(localStorage.getItem(SAVED_KEY)).toBeNull())
  expect(document.querySelector('ul')).toBeNull()
  expect(buttons('Центр')).toEqual([])
  await says('')
})
