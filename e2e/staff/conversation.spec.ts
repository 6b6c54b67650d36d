import type { Page } from '@playwright/test'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import { pdf, png } from '../lib/samples.ts'
import {
  cards,
  files,
  isReply,
  longTicket,
  makeGate,
  messages,
  refocus,
  region,
  reply,
  send,
} from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, MOVING, SIZES, signIn, test } from '../lib/world.ts'

const fromEnd = (page: Page): Promise<number> =>
  region(page).evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight)

const toNewest = (page: Page) => page.getByRole('button', { name: /^К новым сообщениям/ })

interface Place {
  id: string
  at: number
}

/** Scrolls near one end and returns a message and its position in the same frame. */
const scrollNear = (page: Page, end: 'top' | 'bottom'): Promise<Place> =>
  region(page).evaluate((list, end) => {
    // Late content above may shift it by some lines; that is still near.
    list.scrollTop = end === 'top' ? 60 : list.scrollHeight - list.clientHeight - 60
    const top = list.getBoundingClientRect().top
    const seen = [...list.querySelectorAll('article')].find(
      (one) => one.getBoundingClientRect().bottom > top + 1,
    )
    return { id: seen?.dataset.message ?? '', at: (seen?.getBoundingClientRect().top ?? 0) - top }
  }, end)

const placeOf = (page: Page, id: string): Promise<number> =>
  region(page).evaluate((list, id) => {
    const one = list.querySelector(`[data-message="${id}"]`)
    return (one?.getBoundingClientRect().top ?? -10_000) - list.getBoundingClientRect().top
  }, id)

const idsShown = (page: Page): Promise<(string | undefined)[]> =>
  messages(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.message))

/** Blocks the live stream, which refetches lists when it opens: for tests that count requests. */
const withoutStream = (page: Page): Promise<unknown> => page.route('**/api/events/', (route) => route.abort())

test.use(MOVING)

test('G10: pages 1→2→3→4→3→2→1 never move what is read, and each message is reported once', async ({
  page,
  world,
}) => {
  await withoutStream(page)
  const reported: string[] = []
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/messages/read/')) reported.push(...request.postDataJSON().ids)
    const number = /messages\/\?page=(\d+)/.exec(request.url())?.[1]
    if (number !== undefined) asked.push(Number(number))
  })
  const loadPage = async (end: 'top' | 'bottom') => {
    const before = await idsShown(page)
    const place = await scrollNear(page, end)
    const edge = end === 'top' ? 0 : -1
    await expect.poll(async () => (await idsShown(page)).at(edge)).not.toBe(before.at(edge))
    expect(Math.abs((await placeOf(page, place.id)) - place.at)).toBeLessThanOrEqual(1)
    expect(await messages(page).count()).toBeLessThanOrEqual(20)
  }
  const { id, restaurant } = await longTicket(world)
  for (const [size, viewport] of Object.entries(SIZES))
    await test.step(size, async () => {
      await page.setViewportSize(viewport)
      // A new load for each size, without earlier reports.
      await page.goto('about:blank')
      reported.length = 0
      asked.length = 0
      await signIn(page, 'aziza', `/${restaurant}/tickets/${id}`)
      await expect(messages(page).first()).toBeVisible()
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1)
      const newest = (await idsShown(page)).at(-1)
      // On a tall screen the second page has already been requested.
      while (!asked.includes(4)) await loadPage('top')
      while ((await idsShown(page)).at(-1) !== newest) await loadPage('bottom')
      expect(asked).toEqual([1, 2, 3, 4, 2, 1])
      expect(new Set(reported).size).toBe(reported.length)
      expect(reported.length).toBeGreaterThanOrEqual(40)
      // When the newest page is no longer in memory, «↓» jumps to the end at once.
      while ((await idsShown(page)).at(-1) === newest) await loadPage('top')
      await toNewest(page).click()
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1)
      await expect(toNewest(page)).toBeHidden()
      expect((await idsShown(page)).at(-1)).toBe(newest)
      // On a phone focusing the field would open the keyboard.
      if (viewport === SIZES.desktop) await expect(reply(page)).toBeFocused()
      else await expect(reply(page)).not.toBeFocused()
      // Older pages are not announced.
      await expect(page.locator('[data-live-announcer]')).not.toContainText('Новое сообщение')
    })
})

test('what came meanwhile stands under the divider; what comes now waits behind «↓»', async ({
  page,
  world,
}) => {
  const agent = await world.as('agent')
  const { id, restaurant } = await longTicket(world)
  const answer = (text: string) => agent(sendDeskReply, { params: { ticketId: id }, form: { text } })
  // Prerendered messages count as read only after the app's call.
  const isRead = page.waitForResponse(/help_desk\/messages\/read\//)
  await signIn(page, 'aziza', `/${restaurant}/tickets/${id}`)
  await expect(messages(page).first()).toBeVisible()
  await isRead
  await page.getByRole('link', { name: 'К списку тикетов' }).click()
  await expect(cards(page).first()).toBeVisible()
  await answer('Пришло, пока вас не было')
  await page.reload()
  await cards(page).first().click()
  const divider = region(page).getByText('Новые сообщения', { exact: true })
  await expect(divider).toHaveCount(1)
  const underDivider = () =>
    divider.evaluate((line) => {
      const first = line.parentElement?.nextElementSibling
      return (first?.matches('article') ? first : first?.querySelector('article'))?.textContent
    })
  expect(await underDivider()).toContain('Пришло, пока вас не было')

  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1)
  const read = await scrollNear(page, 'bottom')
  await expect(toNewest(page)).toBeVisible()
  await answer('Пришло прямо сейчас')
  await expect(async () => {
    await refocus(page)
    await expect(toNewest(page)).toHaveAccessibleName('К новым сообщениям: 1 новое', { timeout: 1000 })
  }).toPass()
  expect(Math.abs((await placeOf(page, read.id)) - read.at)).toBeLessThanOrEqual(1)
  await toNewest(page).click()
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1)
  await expect(reply(page)).toBeFocused()
  await expect(toNewest(page)).toBeHidden()
  await expect(divider).toHaveCount(1)
  expect(await underDivider()).toContain('Пришло, пока вас не было')

  // Also three pages up, where the newest page is no longer in memory.
  const newest = (await idsShown(page)).at(-1)
  while ((await idsShown(page)).includes(newest)) {
    const first = (await idsShown(page))[0]
    await scrollNear(page, 'top')
    await expect.poll(async () => (await idsShown(page))[0]).not.toBe(first)
  }
  await answer('Пришло, пока читали давнее')
  await expect(toNewest(page)).toHaveAccessibleName('К новым сообщениям: 1 новое')
  await toNewest(page).click()
  await expect(region(page).getByText('Пришло, пока читали давнее')).toBeInViewport()
})

test('a file’s link that has run out is asked for anew before it opens', async ({ page, context, world }) => {
  const aziza = await world.as('aziza', '1')
  const photo = png('полка.png')
  const bill = pdf('накладная.pdf')
  const form = { category: 'other' as const, initial_message: 'Файлы к тикету' }
  const { id } = await aziza(createTicket, {
    form,
    files: [photo, bill].map(
      ({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType }),
    ),
  })
  await page.clock.install()
  await signIn(page, 'aziza', `/1/tickets/${id}`)
  const chip = region(page).getByRole('link', { name: /накладная\.pdf/ })
  await expect(chip).toBeVisible()
  const old = await chip.getAttribute('href')
  // Both clocks: the server refuses the old link, and the page knows its age.
  await world.moveClock(11 * 60_000)
  await page.clock.fastForward(11 * 60_000)
  const opened = context.waitForEvent('response', (answer) => answer.url().includes('/files/') && answer.ok())
  await chip.click()
  const answer = await opened
  expect(new URL(answer.url()).href).not.toBe(new URL(old ?? '', page.url()).href)
  expect((await page.request.get(old ?? '')).ok()).toBe(false)
  await region(page).getByRole('button', { name: 'Открыть полка.png' }).click()
  const large = page.getByRole('dialog', { name: 'полка.png' }).getByRole('img')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
})

test('a first page that comes slowly asks for no second one; what cannot be loaded is tried again; a reply is shown before the server has answered, a failed one keeps its files', async ({
  page,
  world,
}) => {
  const { id, restaurant } = await longTicket(world)

  await test.step('a first page that comes slowly asks for no second one, and only its ten messages are reported', async () => {
    const asked: string[] = []
    const reported = new Set<string>()
    page.on('request', (request) => {
      const number = /messages\/\?page=(\d+)/.exec(request.url())?.[1]
      if (number !== undefined) asked.push(number)
      if (request.url().endsWith('/messages/read/'))
        for (const one of request.postDataJSON().ids) reported.add(one)
    })
    const gate = makeGate()
    await withoutStream(page)
    // Without prerendering, which would show the page before its call.
    await page.route(/help_desk\/screen\//, (route) => route.abort())
    await page.route(/messages\/\?page=1/, async (route) => {
      await gate.wait
      await route.continue()
    })
    await signIn(page, 'aziza', `/${restaurant}/tickets/${id}`)
    // The skeleton is shown: more than its 200 ms have passed.
    await expect(region(page).locator('[aria-hidden] span').first()).toBeVisible()
    gate.open()
    await expect(messages(page)).toHaveCount(10)
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(1)
    await expect.poll(() => reported.size).toBe(10)
    // A duplicate request would be sent before the person's next action.
    await scrollNear(page, 'bottom')
    expect(asked).toEqual(['1'])
    await scrollNear(page, 'top')
    await expect.poll(() => asked).toEqual(['1', '2'])
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('what cannot be loaded says so and is tried again; a ticket of nobody is not found', async () => {
    let isDown = true
    await page.route(/help_desk\/tickets\/[^/?]+\/(messages\/\?.*)?$/, (route) =>
      isDown ? route.fulfill({ status: 500, json: { error: 'Internal server error' } }) : route.continue(),
    )
    await page.goto(`/${restaurant}/tickets/${id}`)
    await expect(page.getByText('Не удалось загрузить сообщения')).toBeVisible()
    await expect(page.getByText('Не удалось загрузить тикет')).toBeVisible()
    await reply(page).fill('Писать можно и сейчас')
    isDown = false
    const retries = page.getByRole('button', { name: 'Повторить' })
    // Retrying one may also retry the other.
    await expect(async () => {
      if ((await retries.count()) > 0) await retries.first().click({ timeout: 1000 })
      await expect(retries).toHaveCount(0, { timeout: 1000 })
    }).toPass()
    await expect(messages(page).first()).toBeVisible()
    await expect(page.getByText(/Не удалось/)).toHaveCount(0)
    await expect(reply(page)).toHaveValue('Писать можно и сейчас')
    await walkTo(page, '/1/tickets/999999')
    await expect(page.getByText('Тикет не найден').last()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Тикеты' }).click()
    await expect(page).toHaveURL(/\/1\/tickets$/)
  })

  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()

  await test.step('Enter makes a new line, Ctrl+Enter on nothing only asks for words', async () => {
    await reply(page).focus()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Обязательное поле')).toBeVisible()
    await expect(reply(page)).toBeFocused()
    await expect(send(page)).toBeDisabled()
    await page.keyboard.type('раз')
    await expect(page.getByText('Обязательное поле')).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.type('два')
    // During composition Ctrl+Enter belongs to the input method.
    await reply(page).dispatchEvent('keydown', {
      key: 'Enter',
      ctrlKey: true,
      isComposing: true,
      bubbles: true,
    })
    await expect(reply(page)).toHaveValue('раз\nдва')
    await expect(region(page)).toHaveCSS('overflow-anchor', 'none')
  })

  await test.step('a reply is shown before the server has answered, and turns into a sent one without moving others', async () => {
    const gate = makeGate()
    await page.route(isReply, async (route) => {
      await gate.wait
      await route.continue()
    })
    await reply(page).fill('Видно сразу\nи вторая строка')
    await reply(page).press('Control+Enter')
    const mine = messages(page).last()
    await expect(mine).toContainText('Отправляется')
    await expect(mine).toContainText('Видно сразу')
    await expect(reply(page)).toHaveValue('')
    const before = await mine.boundingBox()
    gate.open()
    await expect(mine).toContainText('Отправлено')
    await expect(region(page).getByText('Видно сразу')).toHaveCount(1)
    await expect.poll(async () => (await mine.boundingBox())?.y ?? 0).toBeCloseTo(before?.y ?? -1, 0)
    await expect(page.locator('[data-live-announcer]')).toHaveText('Сообщение отправлено')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a failed reply keeps its files too, in the bubble and in the form, and goes once', async () => {
    let isDown = true
    const keys: (string | undefined)[] = []
    await page.route(isReply, (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return isDown ? route.abort() : route.continue()
    })
    await reply(page).fill('Фото и счёт')
    await files(page).setInputFiles([png('витрина.png'), pdf('счёт.pdf')])
    await send(page).click()
    const mine = messages(page).last()
    await expect(mine).toContainText('Не отправлено')
    for (const name of ['витрина.png', 'счёт.pdf'])
      await expect(page.getByRole('button', { name: `Удалить ${name}` })).toHaveCount(2)
    await expect(reply(page)).toHaveValue('Фото и счёт')
    isDown = false
    await send(page).click()
    await expect(messages(page).last()).toContainText('Отправлено')
    await expect(page.getByRole('button', { name: /^Удалить/ })).toHaveCount(0)
    expect(new Set(keys).size).toBe(1)
    const made = await world.sql(
      `select count(a.*)::int as files, count(distinct m.id)::int as messages
     from messages m join attachments a on a.message_id = m.id where m.text = 'Фото и счёт'`,
    )
    expect(made).toEqual([{ files: 2, messages: 1 }])
  })
})
