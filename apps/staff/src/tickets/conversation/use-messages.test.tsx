// @vitest-environment happy-dom
import { makeCall, type WireRequest } from '@podmoga/contract/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { ScopeProvider } from '../../lib/scope.tsx'
import { messagesQuery } from '../tickets.api.ts'
import { useMessages } from './use-messages.ts'

const TICKET = '7'
const PAGES = 5
let close = (): void => undefined
afterEach(() => close())

/** A conversation of five pages, scrolled three pages up; later answers are held back until released. */
const readThreePagesUp = async () => {
  let isHeld = false
  let newest = 'the newest'
  const held = new Map<number, () => void>()
  const answer = (page: number) => ({
    status: 200,
    header: () => null,
    text: JSON.stringify({
      current_page: page,
      total_pages: PAGES,
      results: [
        {
          results: [
            {
              id: String(page),
              text: page === 1 ? newest : `page ${page}`,
              created_at: `2026-11-0${9 - page}`,
            },
          ],
        },
      ],
    }),
  })
  const transport = async ({ url, signal }: WireRequest) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'))
    const response = answer(page)
    if (isHeld)
      await new Promise<void>((resolve, reject) => {
        held.set(page, resolve)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    return response
  }
  const call = makeCall({ base_url: '/api/', headers: () => ({}), transport })
  const scope = { restaurantId: '1', person: 'p', call }
  const client = new QueryClient()
  let now: ReturnType<typeof useMessages> | undefined
  const reading = () => {
    if (now === undefined) throw new Error('nothing is drawn')
    return now
  }
  const Reader = () => {
    now = useMessages(TICKET)
    return null
  }
  const root = createRoot(document.createElement('div'))
  close = () => {
    root.unmount()
    client.clear()
  }
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <ScopeProvider value={scope}>
          <Reader />
        </ScopeProvider>
      </QueryClientProvider>,
    ),
  )
  const shown = () => reading().messages.map(({ text }) => text)
  await expect.poll(shown).toEqual(['the newest'])
  for (const words of [
    ['page 2', 'the newest'],
    ['page 3', 'page 2'],
  ]) {
    reading().older()
    await expect.poll(shown).toEqual(words)
  }
  isHeld = true
  return {
    reading,
    shown,
    isAsked: (page: number) => expect.poll(() => held.has(page)).toBe(true),
    letCome: (page: number) => held.get(page)?.(),
    /** Somebody has written: an event invalidates the query. */
    write: (text: string) => {
      newest = text
      void client.invalidateQueries({ queryKey: messagesQuery(scope, TICKET).queryKey })
    },
    /** Waits until no request is pending, releasing those held back. */
    settle: async () => {
      isHeld = false
      for (const letCome of held.values()) letCome()
      await expect.poll(() => client.isFetching()).toBe(0)
    },
  }
}

test('the way to the newest message leads there, though an older page is being read', async () => {
  const { reading, shown, isAsked, letCome, settle } = await readThreePagesUp()
  reading().older()
  await isAsked(4)
  const done = reading().toNewest()
  await isAsked(1)
  letCome(1)
  await done
  await settle()
  await expect.poll(shown).toEqual(['the newest'])
})

test('a message that arrives meanwhile is shown, and does not restore the old window', async () => {
  const { reading, shown, isAsked, letCome, write, settle } = await readThreePagesUp()
  const done = reading().toNewest()
  await isAsked(1)
  write('written meanwhile')
  await isAsked(2)
  letCome(1)
  await done
  await settle()
  await expect.poll(shown).toEqual(['written meanwhile'])
  expect(reading().isNewest).toBe(true)
})
