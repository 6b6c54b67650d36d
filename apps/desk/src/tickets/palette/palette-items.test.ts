import { expect, test, vi } from 'vitest'
import { commandsFor, fits } from './palette-items.ts'

const none = () => {}
const actions = { takeNext: none, keys: none }
const sections = [{ href: '/admin/people', title: 'Люди', hint: 'Управление' }]

test('a line is found by the beginnings of its words, in any order, ё being е', () => {
  expect(fits('Все открытые очередь', 'откр')).toBe(true)
  expect(fits('Все открытые очередь', 'очер все')).toBe(true)
  expect(fits('Отложённые', 'ОТЛОЖЕН')).toBe(true)
  expect(fits('Все открытые', 'крытые')).toBe(false)
  expect(fits('Все открытые', '')).toBe(true)
})

test('saved filters lead to their views, a ticket’s own actions stand only while it is open', () => {
  const go = vi.fn()
  const saved = [
    {
      id: '3',
      name: 'Возвраты',
      filters: { tab: 'open' as const, tag: 'возврат' },
      is_shared: true,
      is_own: true,
      version: 1,
      count: 2,
    },
  ]
  const known = { isAgent: true, open: undefined, saved, sections, actions, go }
  const found = commandsFor('возвр', known)
  expect(found.map(({ title }) => title)).toEqual(['Возвраты'])
  found[0]?.does()
  expect(go).toHaveBeenCalledWith('/?tab=open&tag=%D0%B2%D0%BE%D0%B7%D0%B2%D1%80%D0%B0%D1%82')
  expect(commandsFor('закрыть', known)).toEqual([])
})

test('whoever is no agent finds the pages of their sections, and no queue', () => {
  const go = vi.fn()
  const known = { isAgent: false, open: undefined, saved: [], sections, actions, go }
  expect(commandsFor('', known).map(({ title }) => title)).toEqual(['Люди', 'Клавиши'])
  commandsFor('упр', known)[0]?.does()
  expect(go).toHaveBeenCalledWith('/admin/people')
})
