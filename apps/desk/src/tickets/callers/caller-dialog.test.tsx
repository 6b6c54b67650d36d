// @vitest-environment happy-dom
import { listTopics } from '@podmoga/contract/desk/work'
import { listCallers, openTicketForCaller } from '@podmoga/contract/tickets/callers'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  button,
  buttons,
  choose,
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { CallerDialog } from './caller-dialog.tsx'

const AZIZA = {
  id: '41',
  name: 'Азиза Каримова',
  phone: '+998901234567',
  email: null,
  is_invited: false,
  restaurants: [
    { id: '11', name: 'Плов Центр', business_id: '1', is_manager: false },
    { id: '12', name: 'Кофейня Регистан', business_id: '1', is_manager: true },
  ],
}
const went = vi.fn()

const wire = wireOfEach()
beforeEach(() => {
  localStorage.clear()
  went.mockClear()
  wire.answer(listTopics, {
    businesses: [
      {
        id: '1',
        categories: [{ key: 'trouble_paying', name: 'Оплата', topics: [{ key: 'payme', name: 'Payme' }] }],
      },
    ],
  })
  wire.answer(listCallers, { results: [AZIZA], next: null })
  wire.answer(openTicketForCaller, { id: '6', number: 6 })
})

/** The dialog, with a button that simulates a page reload. */
function Page() {
  const [visit, setVisit] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setVisit(visit + 1)}>
        Обновить
      </button>
      <CallerDialog
        key={visit}
        call={wire.call}
        view={{ tab: 'waiting', number: null }}
        go={went}
        onClose={() => undefined}
      />
    </>
  )
}
const OPEN = 'Открыть тикет'
const sent = () =>
  wire.sent(openTicketForCaller).map(({ headers, body }) => ({
    key: headers['Idempotency-Key'],
    body: JSON.parse(String(body)),
  }))

const writeDown = async () => {
  openScreen(wire, <Page />)
  await fill('Кто звонит', '90 123')
  await choose(null, 'Азиза Каримова')
  await says('+998901234567 · Плов Центр; Кофейня Регистан, управляющий')
  await fill('Ресторан', '12')
  await fill('Категория', 'trouble_paying')
  await fill('Тема', 'payme')
  await fill('Что случилось', 'Гость платил дважды')
}

test('what was written down survives a failure and a page that is loaded anew, and goes out once', async () => {
  await writeDown()
  wire.fail(openTicketForCaller, 'lost')
  await press(OPEN)
  await says('Нет связи с сервером')
  await press('Обновить')
  expect((await field('Что случилось')).value).toBe('Гость платил дважды')
  expect((await field('Ресторан')).value).toBe('12')
  expect((await field('Тема')).value).toBe('payme')
  await says('Азиза Каримова')
  const one = await button(OPEN)
  one.click()
  one.click()
  await eventually(() => expect(went).toHaveBeenCalledExactlyOnceWith('/tickets/6'))
  // The response to the first may have been lost: the second request has the same idempotency key.
  expect(sent()).toHaveLength(2)
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1)
  expect(sent()[1]?.body).toEqual({
    customer: '41',
    restaurant: '12',
    category: 'trouble_paying',
    topic: 'payme',
    text: 'Гость платил дважды',
  })
  await press('Обновить')
  expect((await field('Что случилось')).value).toBe('')
  expect(buttons('Другой')).toEqual([])
})

test('words that were changed after a failure are another request', async () => {
  await writeDown()
  wire.fail(openTicketForCaller, 'lost')
  await press(OPEN)
  await says('Нет связи с сервером')
  await fill('Что случилось', 'Гость платил трижды')
  await press(OPEN)
  await eventually(() => expect(went).toHaveBeenCalled())
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2)
})

test('what is missing stands under its field, and what the server finds wrong with the caller is told', async () => {
  openScreen(wire, <Page />)
  await press(OPEN)
  await says('Найдите, кто звонит')
  await says('Выберите категорию')
  expect(sent()).toEqual([])
  await fill('Кто звонит', 'азиза')
  await choose(null, 'Азиза Каримова')
  await fill('Категория', 'trouble_paying')
  await fill('Что случилось', 'Касса')
  wire.fail(openTicketForCaller, { code: 'not_found', error: 'Не найдено.' })
  await press(OPEN)
  await says('Не найдено.')
  expect((await field('Что случилось')).value).toBe('Касса')
})

test('whoever works in no open restaurant cannot be chosen, and nobody found is said', async () => {
  wire.answer(listCallers, { results: [{ ...AZIZA, restaurants: [] }], next: null })
  openScreen(wire, <Page />)
  await fill('Кто звонит', 'азиза')
  await says('Не работает ни в одном открытом ресторане')
  await choose(null, 'Азиза Каримова')
  expect(buttons('Другой')).toEqual([])
  wire.answer(listCallers, { results: [], next: null })
  await fill('Кто звонит', 'никто')
  await says('Никого не нашлось')
})
