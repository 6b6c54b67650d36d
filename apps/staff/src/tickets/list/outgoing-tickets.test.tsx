// @vitest-environment happy-dom
import type { OutboxItem } from '@podmoga/web/outbox/item'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { ScopeProvider } from '../../lib/scope.tsx'
import * as outbox from '../outbox/use-outbox.ts'
import { OutgoingTickets } from './outgoing-tickets.tsx'

const items: unknown[] = []
vi.spyOn(outbox, 'useNewTickets').mockReturnValue({ items, outbox: {} } as never)
afterAll(() => vi.restoreAllMocks())

const shown = (part: Partial<OutboxItem>): string => {
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
          </ScopeProvider>
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  const text = element.textContent ?? ''
  root.unmount()
  return text
}

test('a ticket that is being sent says how much of it has left, once that is known', () => {
  expect(shown({ sent_bytes: 339, total_bytes: 1000 })).toContain('Отправляется33 %')
  expect(shown({})).not.toContain('%')
  expect(shown({ state: 'waiting', sent_bytes: 339, total_bytes: 1000 })).not.toContain('%')
})
