// @vitest-environment happy-dom
import { makeCall, type WireRequest } from '@podmoga/contract/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { ScopeProvider } from '../../lib/scope.tsx'
import type { AlikeTicket } from '../../lib/suggested.ts'
import { ticketsRoot } from '../tickets.api.ts'
import { useOwnAlike } from './use-own-alike.ts'

const MESSAGE = 'Тестомес снова воет и не месит'
let close = (): void => undefined
afterEach(() => close())

test('a ticket whose answer was lost is not suggested as similar to itself', async () => {
  let number = 7
  const asked: string[] = []
  const transport = async ({ url }: WireRequest) => {
    asked.push(new URL(url, 'http://x').searchParams.get('q') ?? '')
    const one = { id: String(number), number, category: 'Другое', first_words: 'Тестомес' }
    const results = [{ ...one, created_at: '2026-11-28T10:00:00.000Z' }]
    return { status: 200, header: () => null, text: JSON.stringify({ results }) }
  }
  const call = makeCall({ base_url: '/api/', headers: () => ({}), transport })
  const client = new QueryClient()
  const root = createRoot(document.createElement('div'))
  close = () => {
    root.unmount()
    client.clear()
  }
  let found: AlikeTicket | null = null
  const Form = ({ isOnItsWay }: { isOnItsWay: boolean }) => {
    found = useOwnAlike({ message: MESSAGE, isOnItsWay })
    return null
  }
  const show = (isOnItsWay: boolean) =>
    flushSync(() =>
      root.render(
        <QueryClientProvider client={client}>
          <ScopeProvider value={{ restaurantId: '1', person: 'p', call }}>
            <Form isOnItsWay={isOnItsWay} />
          </ScopeProvider>
        </QueryClientProvider>,
      ),
    )
  show(false)
  await expect.poll(() => found?.href).toBe('/1/tickets/7')
  // The ticket has been sent and stored, and its event invalidates the lists.
  number = 8
  show(true)
  await client.invalidateQueries({ queryKey: ticketsRoot('1') })
  // No change while it is being sent.
  expect([found, asked]).toEqual([expect.objectContaining({ href: '/1/tickets/7' }), [MESSAGE]])
  // Cancelled: the ticket that exists by now is shown.
  show(false)
  await expect.poll(() => found?.href).toBe('/1/tickets/8')
})
