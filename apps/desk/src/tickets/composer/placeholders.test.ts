import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { expect, test } from 'vitest'
import { askedAfter, fillIn, unfilled } from './placeholders.ts'

const ticket = {
  number: 1042,
  restaurant: { id: '1', name: 'Плов Центр', timezone: 'Asia/Tashkent' },
  customer: { first_name: 'Дилноза' },
} as DeskTicket

test('what the ticket knows is filled in, the rest waits for the agent', () => {
  const text = '{Имя}, по тикету {номер} ({ресторан}): приедем {дата} в {время}, {дата}. {"json": 1} {x}'
  const filled = fillIn(text, ticket)
  expect(filled).toBe(
    'Дилноза, по тикету 1042 (Плов Центр): приедем {дата} в {время}, {дата}. {"json": 1} {x}',
  )
  expect(unfilled(filled)).toEqual(['{дата}', '{время}'])
  expect(
    unfilled(fillIn('{имя}', { ...ticket, customer: { ...ticket.customer, first_name: null } })),
  ).toEqual(['{имя}'])
})

test('a slash asks at the start of a line only, an at-sign at the start of a word', () => {
  expect(askedAfter('/кал', 4, '/')).toBe('кал')
  expect(askedAfter('Да.\n/', 5, '/')).toBe('')
  expect(askedAfter('и/или', 5, '/')).toBeNull()
  expect(askedAfter('Смотри, @мад', 12, '@')).toBe('мад')
  expect(askedAfter('a@b', 3, '@')).toBeNull()
})
