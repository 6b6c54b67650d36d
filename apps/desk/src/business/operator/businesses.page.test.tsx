// @vitest-environment happy-dom
import { listBusinesses, readTicketAsOperator } from '@podmoga/contract/operator'
import { expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { BusinessesPage } from './businesses.page.tsx'

const wire = wireOfEach()

test('whoever keeps the installation sees what is paid, and reads a ticket only for a reason', async () => {
  const business = {
    ...{ id: '1', name: 'Навруз', network: 'navruz', paid_until: '2026-01-01T00:00:00.000Z' },
    ...{ people: 4, restaurants: 2, people_max: 10, restaurants_max: null },
  }
  wire.answer(listBusinesses, { results: [business], next: null })
  openScreen(wire, <BusinessesPage />, '/admin/businesses', ['operator'])
  await says('Не оплачен')
  await says('Людей: 4 из 10 · Ресторанов: 2')
  await isAccessible()
  await press('Прочитать тикет')
  await fill('Номер тикета', '1001')
  await fill('Причина', 'надо')
  await press('Прочитать')
  await says('Напишите причину подробнее')
  await isAccessible()
  expect(wire.sent(readTicketAsOperator)).toEqual([])
  await fill('Причина', 'Просит владелец бизнеса')
  wire.fail(readTicketAsOperator, { code: 'not_found', error: 'Не найдено.' })
  await press('Прочитать')
  await says('Не найдено.')
  expect((await field('Причина')).value).toBe('Просит владелец бизнеса')
  wire.answer(readTicketAsOperator, {
    ...{ number: 1001, status: 'awaiting_response', restaurant: 'Плов Центр' },
    messages: [{ text: 'Касса молчит', created_at: '2026-11-20T10:00:00.000Z', from_support: false }],
  })
  await press('Прочитать')
  await says('Касса молчит')
  await isAccessible()
  await eventually(() =>
    expect(wire.bodies(readTicketAsOperator)[1]).toEqual({ number: 1001, reason: 'Просит владелец бизнеса' }),
  )
})
