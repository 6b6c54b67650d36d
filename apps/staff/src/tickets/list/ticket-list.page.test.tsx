// @vitest-environment happy-dom
import { Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { ticketsRoot } from '../tickets.api.ts'
import { LIST } from './list.texts.ts'
import { rememberView } from './list-view.ts'
import { TicketListPage } from './ticket-list.page.tsx'
import { TicketsBeside } from './tickets-beside.tsx'

afterEach(closeScreen)

const PAGE_SIZE = 10
/** A list of `count` tickets, of which the first has the highest number. */
const listOf = (count: () => number) => ({
  listTickets: ({ query }: { query?: Record<string, string> }) => {
    const numbers = Array.from({ length: count() }, (_, at) => count() - at)
    const from = (Number(query?.page) - 1) * PAGE_SIZE
    return {
      results: numbers.slice(from, from + PAGE_SIZE).map((number) => ({
        id: String(number),
        number,
        category: 'Другое',
        created_at: '2026-11-20T10:00:00.000Z',
        last_message: null,
      })),
      total_pages: Math.max(1, Math.ceil(count() / PAGE_SIZE)),
      total_items: count(),
    }
  },
})

const href = (page: number) => `/1/tickets?status=awaiting_response&page=${page}`

test('when the last page is gone, the page before it is shown', async () => {
  let count = 11
  const { client, path, text } = openScreen(
    listOf(() => count),
    <Routes>
      <Route path="/1/tickets" element={<TicketListPage />} />
    </Routes>,
    href(2),
  )
  await expect.poll(text).toContain(LIST.card_title(1, 'Другое'))
  expect(path()).toBe(href(2))
  count = 10
  await client.invalidateQueries({ queryKey: ticketsRoot('1') })
  await expect.poll(path).toBe(href(1))
  await expect.poll(text).toContain(LIST.card_title(10, 'Другое'))
})

test('of an empty list the first page is shown', async () => {
  const { path, text } = openScreen(
    listOf(() => 0),
    <Routes>
      <Route path="/1/tickets" element={<TicketListPage />} />
    </Routes>,
    href(3),
  )
  await expect.poll(path).toBe(href(1))
  await expect.poll(text).toContain(LIST.empty)
})

test('beside a ticket a page that is gone is replaced by the last one', async () => {
  rememberView('1', { status: 'awaiting_response', page: 2 })
  const { text } = openScreen(
    listOf(() => 10),
    <TicketsBeside openId="1" />,
    '/1/tickets/1',
  )
  await expect.poll(text).toContain(LIST.card_title(10, 'Другое'))
})
