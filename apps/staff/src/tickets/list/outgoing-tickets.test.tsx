// @vitest-environment happy-dom
import type { OutboxItem } from '@podmoga/web/outbox/item'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { ScopeProvider } from '../../lib/scope.tsx'
import * as outbox from '../outbox/use-outbox.ts'
import { OutgoingTickets } from './outgoing-tickets.tsx'

const items: unknown[] = []
const cancel = vi.fn<(id: string) => Promise<boolean>>()
vi.spyOn(outbox, 'useNewTickets').mockReturnValue({ items, outbox: { cancel } } as never)
afterAll(() => vi.restoreAllMocks())

const places = new Map<string, unknown>()
const Place = () => {
  const { key, pathname, state } = useLocation()
  places.set(key, [pathname, state])
  return null
}

const open = (part: Partial<OutboxItem>) => {
  items[0] = {
    id: '5',
    state: 'sending',
    files: [new File(['x'], 'чек.jpg')],
    problem: null,
    data: { about: { category: 'other' }, text: 'Касса' },
    sent_bytes: 0,
    total_bytes: 0,
    ...part,
  }
  const scope = { restaurantId: '1', person: 'p', call: async () => Promise.reject(new Error('no network')) }
  const element = document.createElement('div')
  const root = createRoot(element)
  flushSync(() =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <ScopeProvider value={scope as never}>
            <OutgoingTickets />
            <Place />
          </ScopeProvider>
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  return { element, close: () => root.unmount() }
}

const shown = (part: Partial<OutboxItem>): string => {
  const { element, close } = open(part)
  const text = element.textContent ?? ''
  close()
  return text
}

test('a ticket that is being sent says how much of it has left, once that is known', () => {
  expect(shown({ sent_bytes: 339, total_bytes: 1000 })).toContain('Отправляется33 %')
  expect(shown({})).not.toContain('%')
  expect(shown({ state: 'waiting', sent_bytes: 339, total_bytes: 1000 })).not.toContain('%')
})

test('a ticket is opened for editing only once it could be taken back', async () => {
  places.clear()
  const { element, close } = open({ state: 'waiting' })
  const change = [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Изменить')
  cancel.mockResolvedValue(false)
  change?.click()
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledExactlyOnceWith('5'))
  // A navigation would be rendered by now.
  await new Promise((done) => setTimeout(done))
  cancel.mockResolvedValue(true)
  change?.click()
  const form = ['/1/tickets/add', { take: '5' }]
  await vi.waitFor(() => expect([...places.values()].at(-1)).toEqual(form))
  expect([...places.values()]).toEqual([['/', null], form])
  close()
})
