// @vitest-environment happy-dom
import { Refusal } from '@podmoga/contract/refusals'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { messagesQuery } from '../tickets.api.ts'
import { CONVERSATION } from './conversation.texts.ts'
import { MessageList } from './message-list.tsx'

afterEach(closeScreen)

const DOWN = new Refusal({ code: 'network', message: 'Нет соединения.' })
const PAGES = 5
const pageOf = (page: number) => ({
  current_page: page,
  total_pages: PAGES,
  results: [
    {
      results: [
        {
          id: String(page),
          text: `page ${page}`,
          created_at: `2026-11-0${9 - page}T10:00:00.000Z`,
          user_name: null,
          user_image: null,
          attachments: [],
        },
      ],
    },
  ],
})

const REPLY = {
  id: 'r',
  kind: 'reply',
  data: { ticketId: '7', text: 'Только что написано' },
  files: [],
  created_at: '2026-11-20T10:00:00.000Z',
  state: 'waiting',
  receipt: null,
}
const outbox = { items: [REPLY], settle: () => undefined, isOwn: () => false, found: () => undefined }

/** A conversation of which pages 2 and 3 are loaded; `answers` gives the others. */
const readOlder = (answers: Answers) => {
  const screen = openScreen(
    answers,
    <MessageList ticketId="7" outbox={outbox as never} onNewestShown={() => undefined} />,
    '/1/tickets/7',
  )
  screen.client.setQueryData(messagesQuery(screen.scope, '7').queryKey, {
    pages: [2, 3].map(pageOf),
    pageParams: [2, 3],
  } as never)
  return screen
}
const button = (name: string): HTMLButtonElement | null =>
  [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  ) ?? null

test('a reply is shown below older pages, and the way to the newest page says when it cannot be loaded', async () => {
  let isDown = true
  const { text } = readOlder({
    listMessages: () => {
      if (isDown) throw DOWN
      return pageOf(1)
    },
  })
  await expect.poll(text).toMatch(/page 3.*page 2.*Только что написано/)
  button(CONVERSATION.to_newest)?.click()
  await expect.poll(text).toContain(CONVERSATION.messages_failed)
  isDown = false
  await expect.poll(() => button(CONVERSATION.to_newest)?.getAttribute('aria-busy')).toBeNull()
  button(CONVERSATION.to_newest)?.click()
  await expect.poll(text).toMatch(/page 1.*Только что написано/)
})

/** happy-dom has no layout: gives the region a height, and scrolls it. */
const scrollable = () => {
  const region = document.querySelector<HTMLElement>(`[aria-label="${CONVERSATION.messages}"]`)
  if (region === null) throw new Error('no messages')
  Object.defineProperty(region, 'clientHeight', { value: 400 })
  Object.defineProperty(region, 'scrollHeight', { value: 2000 })
  const scrollTo = (top: number) => {
    region.scrollTop = top
    region.dispatchEvent(new Event('scroll'))
  }
  scrollTo(1600)
  scrollTo(1000)
  return { up: () => [600, 100].forEach(scrollTo), down: () => [1000, 1500].forEach(scrollTo) }
}

test('the error of a newer page is shown below the messages, and blocks no older one', async () => {
  let isDown = true
  const { text } = readOlder({
    listMessages: ({ query }) => {
      if (isDown && query?.page === '1') throw DOWN
      return pageOf(Number(query?.page))
    },
  })
  await expect.poll(text).toContain('page 2')
  const { up, down } = scrollable()
  down()
  await expect.poll(text).toMatch(new RegExp(`page 3.*page 2.*${CONVERSATION.messages_failed}`))
  up()
  await expect.poll(text).toMatch(/page 5.*page 4/)
  expect(text()).not.toContain(CONVERSATION.messages_failed)
  isDown = false
  down()
  await expect.poll(text).toMatch(/page 2.*page 1/)
})

test('the retry below the messages loads the newer page', async () => {
  let isDown = true
  const held = new Set<() => void>()
  const { text } = readOlder({
    listMessages: async ({ query }) => {
      if (isDown && query?.page === '1')
        await new Promise<void>((_, reject) => {
          held.add(() => reject(DOWN))
        })
      return pageOf(Number(query?.page))
    },
  })
  await expect.poll(text).toContain('page 2')
  const fail = () => {
    for (const one of held) one()
  }
  scrollable().down()
  await expect.poll(() => fail() ?? text()).toContain(CONVERSATION.messages_failed)
  // The button and its focus stay while it is tried again, and if that fails too.
  const retry = button('Повторить')
  retry?.focus()
  retry?.click()
  await expect.poll(() => retry?.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => fail() ?? retry?.getAttribute('aria-busy')).toBeNull()
  expect(document.activeElement).toBe(retry)
  isDown = false
  retry?.click()
  await expect.poll(text).toMatch(/page 2.*page 1/)
  expect(text()).not.toContain(CONVERSATION.messages_failed)
})
