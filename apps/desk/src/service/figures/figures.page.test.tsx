// @vitest-environment happy-dom
import { getFigureLetter } from '@podmoga/contract/desk/figure-letter'
import { getFigures, getOwnFigures, listFigureTickets } from '@podmoga/contract/desk/figures'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { eventually, field, fill, openScreen, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
import { BehindPage } from './behind.page.tsx'
import { FiguresPage } from './figures.page.tsx'

const measured = { count: 0, median: null, p90: null }
const figures = (opened: number, answers: number) => ({
  ...{ opened, answers, first: measured, solved: measured, kept: 0, missed: 0, reopened: 0 },
  ...{ good: 0, bad: 0, looked: 0, deflected: 0 },
})
const ANSWER = {
  ...{ from: '2026-11-01', to: '2026-11-27', previous_from: '2026-10-05', previous_to: '2026-10-31' },
  ...{ totals: figures(3, 5), previous: figures(1, 2), total_pages: 1, total_items: 1 },
  ...{ waiting: 2, gaps: 4, is_counted: true, restaurants: [] },
  rows: [{ ...figures(3, 5), key: 'other', name: 'Другое' }],
}

const wire = wireOfEach()
beforeEach(() => {
  wire.answer(getFigureLetter, { is_wanted: false, email: null, closed: null })
  wire.answer(getFigures, ANSWER)
  wire.answer(getOwnFigures, ANSWER)
})
let url = ''
function UrlProbe() {
  const { pathname, search } = useLocation()
  url = pathname + search
  return null
}
const open = (roles: ('admin' | 'agent')[], at = '/service') =>
  openScreen(
    wire,
    <>
      <FiguresPage />
      <UrlProbe />
    </>,
    at,
    roles,
  )
const charts = () =>
  [...document.querySelectorAll('[role="img"]')].map((one) => one.getAttribute('aria-label') ?? '')
const link = (text: string) =>
  [...document.querySelectorAll('td a, dd a')].filter(({ textContent }) => textContent?.startsWith(text))
const options = async (name: string) =>
  [...(await field(name)).querySelectorAll('option')].map(({ textContent }) => textContent)

test('the head of support sees every number, its chart and the tickets behind it; what is asked stands in the address', async () => {
  open(['admin'])
  await says('Новых тикетов')
  expect(charts().some((name) => name.startsWith('Новых тикетов. Больше всего'))).toBe(true)
  await fill('На графике', 'answer')
  await eventually(() => expect(charts().some((name) => name.startsWith('Ответов. Больше всего'))).toBe(true))
  expect(await options('Разрез')).toContain('По агентам')
  await fill('Разрез', 'category')
  await eventually(() => expect(url).toBe('/service?by=category'))
  await says('Другое')
  const [total, row] = [...link('3')]
  expect(total?.getAttribute('href')).toMatch(/^\/service\/tickets\?from=.*&what=opened$/)
  expect(row?.getAttribute('href')).toMatch(/&what=opened&category=other$/)
  await says('Присылать письмо по понедельникам')
})

test('a period that is too long is told by the server, in its words', async () => {
  wire.fail(getFigures, { code: 'invalid', error: 'Проверьте', fields: { to: 'Не больше 366 дней' } })
  open(['admin'], '/service?period=own&from=2006-01-01&to=2026-01-01')
  await says('Не больше 366 дней')
  expect((await field('С')).value).toBe('2006-01-01')
})

test('an agent sees first what they did themselves, then all of support; no colleague', async () => {
  open(['agent'])
  await says('За период')
  await saysNo('Новых тикетов')
  expect(await options('Разрез')).not.toContain('По агентам')
  await saysNo('Присылать письмо')
  expect(wire.sent(getFigures)).toEqual([])
  await fill('Чьи', 'all')
  await says('Новых тикетов')
  expect(url).toBe('/service?whose=all')
  expect(await options('Разрез')).not.toContain('По агентам')
  await says('Тикеты в CSV')
  const [total] = link('3')
  expect(total?.getAttribute('href')).toMatch(/&whose=all&what=opened$/)
})

test('the tickets behind a number are listed with what was said of them', async () => {
  const one = {
    ...{ id: '1', ticket: '5', number: 1005, restaurant: 'Плов Центр', at: '2026-11-20T10:00:00.000Z' },
    ...{ minutes: 12, agent: null, word: 'Быстро' },
  }
  wire.answer(listFigureTickets, { results: [one], next: null })
  openScreen(wire, <BehindPage />, '/service/tickets?from=2026-11-01&to=2026-11-27&what=opened', ['admin'])
  await says('Новых тикетов: тикеты')
  await says('Тикет № 1005')
  expect(document.querySelectorAll('main li a')).toHaveLength(0)
  await says('12 мин')
  await says('«Быстро»')
})

test('a page past the last one is replaced by the last one', async () => {
  wire.answer(getFigures, ({ url: asked }) =>
    asked.includes('page=3')
      ? { ...ANSWER, rows: [], total_pages: 2, total_items: 60 }
      : { ...ANSWER, total_pages: 2 },
  )
  open(['admin'], '/service?by=category&page=3')
  await eventually(() => expect(url).toBe('/service?by=category&page=2'))
  await says('Другое')
})
