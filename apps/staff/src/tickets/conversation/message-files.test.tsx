// @vitest-environment happy-dom
import { Refusal } from '@podmoga/contract/refusals'
import { useInfiniteQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { messagesQuery } from '../tickets.api.ts'
import { MessageFiles } from './message-files.tsx'
import { messagesOf } from './messages.ts'

const TEN_MINUTES_MS = 10 * 60_000
afterEach(() => {
  closeScreen()
  vi.unstubAllGlobals()
})

const attachment = { id: '3', file_url: '/files/old', file_name: 'чек.pdf', size: 9 }
const message = {
  id: '1',
  text: 'Чек',
  created_at: '2026-11-20T10:00:00.000Z',
  user_name: 'Азиза',
  user_image: null,
  attachments: [attachment],
}
const page = { current_page: 1, total_pages: 1, results: [{ results: [message] }] }

function Conversation() {
  const { data, dataUpdatedAt } = useInfiniteQuery({ ...messagesQuery(useScope(), '7'), staleTime: Infinity })
  return messagesOf(data?.pages ?? []).map(({ id, attachments }) => (
    <MessageFiles key={id} ticketId="7" attachments={attachments} fetchedAt={dataUpdatedAt} />
  ))
}

test('a file whose expired link cannot be renewed is not opened by the old one', async () => {
  const replace = vi.fn()
  const close = vi.fn()
  vi.stubGlobal('open', () => ({ opener: window, location: { replace }, close }))
  const { client, scope, text } = openScreen(
    {
      listMessages: () => Promise.reject(new Refusal({ code: 'internal', message: 'Internal server error' })),
    },
    <Conversation />,
  )
  client.setQueryData(messagesQuery(scope, '7').queryKey, { pages: [page], pageParams: [1] } as never, {
    updatedAt: Date.now() - TEN_MINUTES_MS,
  })
  await expect.poll(text).toContain('чек.pdf')
  const link = document.querySelector('a[target="_blank"]')
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(replace).not.toHaveBeenCalled()
  await expect.poll(text).toContain('Не удалось открыть файл')
})
