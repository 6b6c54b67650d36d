// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openScreen, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
import { shown } from '../tickets.testing.ts'
import { CUSTOMER } from './customer.texts.ts'
import { CustomerCard } from './customer-card.tsx'

const wire = wireOfEach()

test('of past tickets it is said what is known: open or processed, and of none that it waits', async () => {
  const past = { category_readable: 'Другое', created_at: '2026-11-20T06:00:00.000Z' }
  const past_tickets = [
    { ...past, id: '8', number: 1008, status: 'awaiting_response' as const },
    { ...past, id: '9', number: 1009, status: 'processed' as const },
  ]
  openScreen(
    wire,
    <CustomerCard ticket={shown('7', { past_tickets })} view={{ tab: 'waiting', number: null }} />,
  )
  await says('Открыт, 20 ноября')
  await says('Обработан, 20 ноября')
  await saysNo('Ожидает ответа')
  // Only those of the card: a toast of an earlier file of the worker may come late.
  const heading = [...document.querySelectorAll('h2')].find(
    ({ textContent }) => textContent === CUSTOMER.past,
  )
  expect(heading?.parentElement?.querySelectorAll('li')).toHaveLength(2)
})
