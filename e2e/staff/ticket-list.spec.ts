import type { Page, Request } from '@playwright/test'
import { createTicket } from '@podmoga/contract/tickets'
import { png } from '../lib/samples.ts'
import { cards, heading, message, messages } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, signIn, test, type World } from '../lib/world.ts'

/** Enough open tickets in restaurant 1 for three pages. */
const fill = (world: World) =>
  world.sql(
    `with made as (
       insert into tickets (restaurant_id, business_id, number, author_id, category, message_count, last_message,
                            last_message_at, waiting_since)
       select 1, business_id, 5000 + n, author_id, 'other', 1, 'Запись ' || n, now() - n * interval '1 minute', now()
       from generate_series(1, 25) n, (select business_id, author_id from tickets where restaurant_id = 1 limit 1) one
       returning id, author_id, last_message, last_message_at)
     insert into messages (ticket_id, position, author_id, from_support, text, created_at)
     select id, 1, author_id, false, last_message, last_message_at from made`,
  )

const pager = (page: Page) => page.getByRole('navigation', { name: /Страницы/ })
const listCalls = (page: Page, at: 'request' | 'requestfinished' | 'requestfailed' = 'request'): string[] => {
  const calls: string[] = []
  const hear = (request: Request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/help_desk/tickets/') && request.method() === 'GET') calls.push(url.search)
  }
  if (at === 'request') page.on('request', hear)
  else if (at === 'requestfinished') page.on('requestfinished', hear)
  else page.on('requestfailed', hear)
  return calls
}

test('a card fetches ahead; what is empty or failed says so; the pager stands only over several pages; page and tab live in the address', async ({
  page,
  world,
}) => {
  await test.step('a card that is pointed at fetches its ticket and its messages ahead', async () => {
    await signIn(page, 'aziza', '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    const ahead = [/help_desk\/tickets\/[^/?]+\/$/, /help_desk\/tickets\/[^/]+\/messages\/\?page=1/].map(
      (address) => page.waitForRequest(address),
    )
    await cards(page).first().hover()
    await Promise.all(ahead)
    const href = (await cards(page).nth(1).getAttribute('href')) ?? ''
    const touched = page.waitForRequest((request) =>
      request.url().includes(`/api/help_desk${href.slice(2)}/messages/`),
    )
    await cards(page).nth(1).dispatchEvent('touchstart')
    await touched
    await expect(page).toHaveURL(/\/1\/tickets$/)
  })

  await test.step('an empty list says so beside the create card; a failed one keeps its tabs and is tried again', async () => {
    let answer: 'empty' | 'broken' | 'real' = 'empty'
    await page.route(/help_desk\/tickets\/\?/, (route) =>
      answer === 'real'
        ? route.continue()
        : answer === 'empty'
          ? route.fulfill({ json: { results: [], total_pages: 0, total_items: 0 } })
          : route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
    )
    await page.reload()
    await expect(page.getByText('Нет тикетов')).toBeVisible()
    await expect(page.getByText('Создать новый тикет')).toBeVisible()
    await page.getByRole('tab', { name: 'Архив' }).click()
    await expect(page.getByText('Нет тикетов')).toBeVisible()
    await expect(page.getByText('Создать новый тикет')).toBeHidden()
    answer = 'broken'
    await page.reload()
    await expect(page.getByText('Не удалось загрузить тикеты')).toBeVisible()
    await expect(page.getByText('Нет тикетов')).toBeHidden()
    await expect(page.getByText(/Internal/)).toHaveCount(0)
    answer = 'real'
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  await test.step('lists of choices that fail are tried again without losing what was written', async () => {
    let isDown = true
    await page.route('**/help_desk/select/**', (route) =>
      isDown ? route.fulfill({ status: 500, json: { error: 'Internal server error' } }) : route.continue(),
    )
    await page.getByRole('tab', { name: 'Открытые тикеты' }).click()
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(page.getByText('Не удалось загрузить категории')).toBeVisible()
    await message(page).fill('Написано заранее')
    isDown = false
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByRole('radio')).toHaveCount(4)
    isDown = true
    await page.getByRole('radio', { name: 'Техническая проблема' }).check()
    await expect(page.getByText('Не удалось загрузить список')).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByRole('combobox', { name: 'В каком модуле возникла проблема?' })).toBeVisible()
    await expect(message(page)).toHaveValue('Написано заранее')
    await expect(heading(page)).toHaveText('Тикеты')
  })

  await test.step('the pager stands only over several pages; page and tab live in the address', async () => {
    await page.unrouteAll()
    await walkTo(page, '/1/tickets')
    await expect(cards(page).first()).toBeVisible()
    // Who wrote last, and whose turn it is.
    await expect(cards(page).first()).toContainText(/Бахтиёр:.*Ждёт вас|Ждёт вас.*Бахтиёр:/)
    await expect(cards(page).filter({ hasText: 'Вы:' }).first()).not.toContainText('Ждёт вас')
    await expect(pager(page)).toHaveCount(0)
    await fill(world)
    const calls = listCalls(page)
    await page.reload()
    await expect(cards(page)).toHaveCount(10)
    await expect(pager(page)).toBeVisible()
    // A ticket that waits for the restaurant is three pages down, and is also shown above the list.
    const yours = page.getByRole('region', { name: 'Ждут вас' })
    await expect(yours.getByRole('link').first()).toContainText('№')
    await expect(cards(page).first()).toContainText('Запись 1')
    await expectAccessible(page)
    // The server may prerender the list before the app requests it.
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(calls[0])))
      .toEqual({ page: '1', page_size: '10', status: 'awaiting_response' })
    const newest = (await cards(page).first().textContent()) ?? ''
    // A page link that scrolls under a resting mouse is not prefetched; one onto which the mouse is moved is.
    const third = pager(page).getByRole('link', { name: 'Страница 3' })
    await third.scrollIntoViewIfNeeded()
    const spot = await third.boundingBox()
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => (await third.boundingBox())?.y).toBeGreaterThan((spot?.y ?? 0) + 100)
    await page.mouse.move((spot?.x ?? 0) + 9, (spot?.y ?? 0) + 9)
    await page.mouse.wheel(0, 400)
    await expect.poll(async () => (await third.boundingBox())?.y).toBe(spot?.y)
    await page.mouse.move((spot?.x ?? 0) + 9, (spot?.y ?? 0) + 9)
    const ahead = page.waitForRequest(/help_desk\/tickets\/\?page=2/)
    await pager(page).getByRole('link', { name: 'Страница 2' }).hover()
    await ahead
    expect(calls.filter((one) => one.includes('page=3'))).toEqual([])
    await pager(page).getByRole('link', { name: /2/ }).first().click()
    await expect(page).toHaveURL(/page=2/)
    await expect(cards(page).first()).not.toHaveText(newest)
    await expect(cards(page).first()).toContainText('Запись')
    const first = await cards(page).first().textContent()
    await page.reload()
    await expect(cards(page).first()).toHaveText(first ?? '')
    await cards(page).first().click()
    await page.getByRole('link', { name: 'К списку тикетов' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(cards(page).first()).toHaveText(first ?? '')
    await page.getByRole('tab', { name: 'Архив' }).click()
    await expect(page).not.toHaveURL(/page=2/)
    await cards(page).first().click()
    await page.getByRole('link', { name: 'К списку тикетов' }).click()
    await expect(page.getByRole('tab', { name: 'Архив' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Открытые тикеты' }).click()
    await expect(cards(page)).toHaveCount(10)
    await walkTo(page, '/1/tickets?page=999')
    // Replaced by the last page: «Нет тикетов» would not be true.
    const last = pager(page)
      .getByRole('link', { name: /^Страница \d/ })
      .last()
    await expect(last).toHaveAttribute('aria-current', 'page')
    await expect(cards(page).first()).toBeVisible()
    await expect(page).not.toHaveURL(/999/)
    await walkTo(page, '/1/tickets?page=-1&status=x')
    await expect(cards(page)).toHaveCount(10)
    // If the last message is a photo, the preview line says so.
    const aziza = await world.as('aziza', '1')
    const form = { category: 'other', initial_message: 'Вот она' } as const
    await aziza(createTicket, {
      form,
      files: [new File([new Uint8Array(png().buffer)], 'печь.png', { type: 'image/png' })],
    })
    await walkTo(page, '/1/tickets')
    const label = cards(page).first().getByText('1 фото')
    await expect(label.locator('svg')).toBeVisible()
    expect((await label.boundingBox())?.height).toBeLessThan(30)
  })
})

test('Back shows the list as it was, at once and in place; after ten seconds it is fetched anew, after midnight it says «вчера»', async ({
  page,
  world,
}) => {
  await fill(world)
  // The last minute of the day, in the viewer's zone, on which the newest was written.
  const day = new Date(Date.now() - 60_000 + 5 * 3_600_000).toISOString().slice(0, 10)
  await page.clock.install({ time: `${day}T23:59:00+05:00` })
  const calls = listCalls(page)
  // A request whose page is left before its answer is cancelled.
  const [answered, cancelled] = [listCalls(page, 'requestfinished'), listCalls(page, 'requestfailed')]
  await signIn(page, 'aziza', '/1/tickets')
  await expect(cards(page)).toHaveCount(10)
  await cards(page).nth(9).scrollIntoViewIfNeeded()
  await cards(page).nth(9).hover()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(100)
  await cards(page).nth(9).click()
  await expect(messages(page).first()).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(scrolled - 2)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThanOrEqual(2)

  await page.goForward()
  await expect(messages(page).first()).toBeVisible()
  // The list is also beside the ticket and may be refetched there: wait for it, so that the data are eleven seconds old later.
  await expect.poll(() => calls.length - answered.length - cancelled.length).toBe(0)
  const before = calls.length
  await page.clock.fastForward(11_000)
  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect.poll(() => calls.length).toBeGreaterThan(before)

  const newest = cards(page).filter({ hasText: 'Запись 1' }).first()
  await expect(newest).not.toContainText('вчера')
  await page.clock.fastForward(90_000)
  await expect(newest).toContainText('вчера, ')
})
