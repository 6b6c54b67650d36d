import type { Locator, Page } from '@playwright/test'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { expect, expectAccessible, inBothThemes, SIZES, signIn, test, type World } from './world.ts'

// Those of the app: the ones drawn before it may be read and opened, but know no keys.
const rows = (page: Page) => page.locator('main:not(.before-main) [data-ticket]')
const row = (page: Page, number: number) =>
  page.getByRole('link', { name: new RegExp(`№${number} `) }).first()
const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' })
const bubbles = (page: Page) => messages(page).getByRole('article')
const reply = (page: Page) => page.getByRole('textbox', { name: 'Ответ' })
const send = (page: Page) => page.getByRole('button', { name: 'Отправить', exact: true })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const picture = {
  name: 'чек кассы.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The page asks anew when it comes back into focus. */
const refocus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

const askSupport = async (world: World, text: string): Promise<string> => {
  const staff = await world.as('timur', '2')
  const { id } = await staff(createTicket, { form: { category: 'other', initial_message: text } })
  return id ?? ''
}

const openLongest = async (page: Page): Promise<number> => {
  await signIn(page, 'agent', '/desk/')
  const first = rows(page).first()
  const number = Number(/№(\d+)/.exec((await first.textContent()) ?? '')?.[1])
  await first.click()
  await expect(bubbles(page).first()).toBeVisible()
  return number
}

test('an agent answers who waits longest with a file, closes, finds it in the archive, reopens', async ({
  page,
}) => {
  const number = await openLongest(page)
  await expect(page).toHaveTitle(`Тикет №${number} · Поддержка`)
  await expect(heading(page)).toBeFocused()
  await expect(row(page, number)).toHaveAttribute('aria-current', 'true')
  const before = await bubbles(page).count()

  await reply(page).fill('Здравствуйте! Откалибруйте экран: «Настройки» → «Сенсор».')
  await page.getByLabel('Файлы', { exact: true }).setInputFiles(picture)
  await expect(page.getByRole('button', { name: 'Удалить чек кассы.png' })).toBeVisible()
  await send(page).click()
  await expect(bubbles(page)).toHaveCount(before + 1)
  await expect(reply(page)).toHaveValue('')
  await expect(messages(page).getByText('Отправляется')).toHaveCount(0)
  await expect(bubbles(page).last()).toContainText('Бахтиёр')

  const thumbnail = bubbles(page).last().getByRole('button', { name: 'Открыть чек кассы.png' })
  await thumbnail.click()
  await expect(page.getByRole('dialog', { name: 'чек кассы.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(thumbnail).toBeFocused()

  await page.getByRole('button', { name: 'Закрыть тикет' }).click()
  await expect(page.getByText(`Тикет №${number} закрыт`)).toBeVisible()
  await expect(reply(page)).toHaveCount(0)

  await tab(page, /Архив/).click()
  await expect(rows(page).first()).toContainText(`№${number}`)
  await row(page, number).click()
  await page.getByRole('button', { name: 'Открыть снова' }).first().click()
  await expect(page.getByText(`Тикет №${number} снова открыт`)).toBeVisible()
  await expect(reply(page)).toBeVisible()
  await tab(page, /Все открытые/).click()
  await expect(row(page, number)).toBeVisible()
})

test('«Отправить и закрыть» may be undone for five seconds', async ({ page, world }) => {
  const number = await openLongest(page)
  await reply(page).fill('Готово, закрываем.')
  await page.getByRole('button', { name: 'Отправить и закрыть' }).click()
  await expect(page.getByText(`Тикет №${number} закрыт`)).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(reply(page)).toBeVisible()
  await expect(bubbles(page).last()).toContainText('Готово, закрываем.')
  expect(await world.sql(`select status from tickets where number = ${number} and business_id = 1`)).toEqual([
    { status: 'awaiting_response' },
  ])
})

test('somebody without the role is refused, with a way on', async ({ page }) => {
  await signIn(page, 'aziza', '/1')
  await page.goto('/desk/')
  await expect(page.getByRole('heading', { name: 'Здесь работают агенты поддержки' })).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Перейти в интранет' }).click()
  await expect(page.getByRole('heading', { name: 'Рестораны' })).toBeVisible()
})

test('a draft with its file outlives a reload, another ticket and the end of the session', async ({
  page,
}) => {
  await openLongest(page)
  await reply(page).fill('Начал писать')
  await page.getByLabel('Файлы', { exact: true }).setInputFiles(picture)
  await expect(page.getByText('Черновик сохранён')).toBeVisible()
  await rows(page).nth(1).click()
  await expect(reply(page)).toHaveValue('')
  await rows(page).first().click()
  await expect(reply(page)).toHaveValue('Начал писать')
  await page.reload()
  await expect(reply(page)).toHaveValue('Начал писать')
  await expect(page.getByRole('button', { name: 'Удалить чек кассы.png' })).toBeVisible()

  const path = new URL(page.url()).pathname
  await page.context().clearCookies()
  await page.reload()
  await page.waitForURL('**/intranet/**')
  await page.getByRole('textbox', { name: 'Почта или телефон' }).fill('agent@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill('Demo-agent-1')
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL(`**${path}`)
  await expect(reply(page)).toHaveValue('Начал писать')
})

test('a reply that did not get through stays, and a retry sends it once with the same key', async ({
  page,
  world,
}) => {
  const number = await openLongest(page)
  const keys: (string | undefined)[] = []
  await page.route('**/api/desk/tickets/*/messages/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    // The first time it arrives, but its answer is lost on the way back.
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await reply(page).fill('Только один раз')
  await page.keyboard.press('Control+Enter')
  await expect(messages(page).getByText('Не отправлено')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Уведомления' })).toContainText('Сообщение не отправлено')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toBeFocused()
  await messages(page).getByRole('button', { name: 'Повторить' }).click()
  await expect(messages(page).getByText('Не отправлено')).toHaveCount(0)
  await expect(bubbles(page).filter({ hasText: 'Только один раз' })).toHaveCount(1)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  const [{ count }] = (await world.sql(
    `select count(*)::int as count from messages m join tickets t on t.id = m.ticket_id
     where t.number = ${number} and t.business_id = 1 and m.text = 'Только один раз'`,
  )) as [{ count: number }]
  expect(count).toBe(1)
})

test('without a network a reply waits, survives a reload and can be taken back', async ({
  page,
  context,
}) => {
  await openLongest(page)
  await context.setOffline(true)
  await expect(page.getByText('Нет соединения. Изменения сохраним.')).toBeVisible()
  await reply(page).fill('Отвечу позже')
  await send(page).click()
  await expect(messages(page).getByText('Ждёт сети')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Снова в сети')).toBeVisible()
  await expect(messages(page).getByText('Ждёт сети')).toHaveCount(0)
  await expect(bubbles(page).filter({ hasText: 'Отвечу позже' })).toHaveCount(1)

  await page.route('**/api/desk/tickets/*/messages/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await reply(page).fill('Потерянный ответ')
  await send(page).click()
  await expect(messages(page).getByText('Не отправлено')).toBeVisible()
  await page.reload()
  await expect(messages(page).getByText('Не отправлено')).toBeVisible()
  await messages(page).getByRole('button', { name: 'Изменить' }).click()
  await expect(reply(page)).toHaveValue('Потерянный ответ')
  await expect(bubbles(page).filter({ hasText: 'Потерянный ответ' })).toHaveCount(0)
})

test('new tickets wait behind a pill, and messages of the open one come in', async ({ page, world }) => {
  const number = await openLongest(page)
  const order = () => rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-ticket')))
  const before = await order()
  await askSupport(world, 'Первый новый вопрос')
  await askSupport(world, 'Второй новый вопрос')
  // No hand on the page: it asks by itself every 15 seconds.
  const pill = page.getByRole('button', { name: /2 новых/ })
  await expect(pill).toBeVisible({ timeout: 25_000 })
  expect(await order()).toEqual(before)
  await pill.click()
  await expect(rows(page)).toHaveCount(before.length + 2)
  await expect(rows(page).last()).toContainText('Второй новый вопрос')

  const staff = await world.as('timur', '2')
  const [ticket] = await world.sql(`select id from tickets where number = ${number} and business_id = 1`)
  await staff(sendReply, { params: { ticketId: String(ticket?.id) }, form: { text: 'Вы ещё здесь?' } })
  await refocus(page)
  await expect(bubbles(page).last()).toContainText('Вы ещё здесь?')
  await expect(bubbles(page).last()).toBeInViewport()
})

test('the wait turns red after a quarter of an hour, in words too', async ({ page, world }) => {
  await askSupport(world, 'Только что написал')
  const id = await askSupport(world, 'Жду четверть часа')
  await world.sql(`update tickets set waiting_since = now() - interval '16 minutes' where id = ${id}`)
  await signIn(page, 'agent', '/desk/')
  const late = rows(page).filter({ hasText: 'Жду четверть часа' })
  await expect(late).toContainText('16 мин, дольше 15 минут')
  const fresh = rows(page).filter({ hasText: 'Только что написал' })
  await expect(fresh).toContainText('меньше минуты')
  const colour = (one: Locator) => one.locator('time').evaluate((time) => getComputedStyle(time).color)
  expect(await colour(late)).not.toBe(await colour(fresh))
})

test('tab, restaurant and number live in the address', async ({ page }) => {
  await signIn(page, 'agent', '/desk/')
  await expect(rows(page).first()).toBeVisible()
  await tab(page, /Все открытые/).click()
  await page.getByLabel('Ресторан').selectOption({ label: 'Плов Центр' })
  await expect(page).toHaveURL(/\/desk\/\?tab=open&restaurant=2$/)
  await expect(rows(page).filter({ hasNotText: 'Плов Центр' })).toHaveCount(0)
  await page.reload()
  await expect(tab(page, /Все открытые/)).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Ресторан').selectOption({ label: 'Все рестораны' })
  await page.getByLabel('Номер тикета').fill('№ 1001')
  await expect(page).toHaveURL(/number=1001/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('№1001')
  // Letters are not swallowed: they stay, and are called no number.
  await page.getByLabel('Номер тикета').fill('10а1')
  await expect(page.getByText('Номер тикета — до девяти цифр')).toBeVisible()
  await expect(page.getByLabel('Номер тикета')).toHaveValue('10а1')
  await page.getByLabel('Номер тикета').fill('999999')
  await expect(page.getByText('Такого тикета нет')).toBeVisible()
  await page.getByRole('button', { name: 'Сбросить' }).click()
  await expect(page.getByLabel('Номер тикета')).toHaveValue('')
})

test('older messages come in above without moving what is read', async ({ page, world }) => {
  const [long] = await world.sql(
    'select ticket_id from messages group by ticket_id order by count(*) desc limit 1',
  )
  await signIn(page, 'agent', `/desk/tickets/${long?.ticket_id}`)
  await expect(bubbles(page)).toHaveCount(30)
  const region = messages(page)
  const left = () => region.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  expect(await left()).toBeLessThanOrEqual(1)
  const first = bubbles(page).first()
  const id = await first.getAttribute('data-message')
  // Held back, so that the place before and after can be told apart.
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/messages/?page=2*', async (route) => {
    await held
    await route.continue()
  })
  await region.evaluate((box) => {
    box.scrollTop = 90
  })
  const top = () =>
    region.locator(`[data-message="${id}"]`).evaluate((one) => one.getBoundingClientRect().top)
  await expect(page.getByRole('button', { name: 'К новым сообщениям' })).toBeVisible()
  await expect(region.locator('[class*="older"]')).toBeAttached()
  const before = await top()
  release()
  await expect(bubbles(page)).toHaveCount(60)
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'К новым сообщениям' }).click()
  expect(await left()).toBeLessThanOrEqual(1)
})

test('a day of work by keyboard alone, on any layout', async ({ page }) => {
  await signIn(page, 'agent', '/desk/')
  await expect(rows(page).nth(1)).toBeVisible()
  const second = await rows(page).nth(1).getAttribute('data-ticket')
  await page.locator('body').press('KeyJ')
  await expect(rows(page).first()).toHaveAttribute('aria-current', 'true')
  // What is highlighted is what is open, so that E and R act on nothing else.
  await page.keyboard.press('KeyJ')
  await expect(page.locator('[data-ticket][aria-current]')).toHaveCount(1)
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(new RegExp(`/desk/tickets/${second}`))
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('KeyR')
  await expect(reply(page)).toBeFocused()
  await page.keyboard.type('jk')
  await expect(reply(page)).toHaveValue('jk')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Shift+Slash')
  const keys = page.getByRole('dialog', { name: 'Клавиши' })
  await expect(keys).toBeVisible()
  await expectAccessible(page)
  await keys.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('KeyR')
  await expect(reply(page)).not.toBeFocused()
  await page.getByRole('button', { name: 'Клавиши' }).click()
  await keys.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)

  await page.keyboard.press('Shift+KeyE')
  await expect(page.getByText(/Тикет №\d+ закрыт/)).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(`/desk/tickets/${second}`))
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(page.getByText(/Тикет №\d+ закрыт/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/desk\/$/)
})

test('on a phone the list leads to the ticket and back to its row', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'agent', '/desk/')
  const second = rows(page).nth(1)
  await second.click()
  await expect(bubbles(page).first()).toBeVisible()
  await expect(second).toBeHidden()
  await page.getByRole('button', { name: 'Клиент' }).click()
  const card = page.getByRole('dialog', { name: 'Клиент' })
  await expect(card.getByRole('link', { name: 'aziza@demo.test' })).toHaveAttribute(
    'href',
    'mailto:aziza@demo.test',
  )
  await card.getByRole('button', { name: 'Закрыть' }).click()
  await page.getByRole('link', { name: 'К очереди' }).click()
  await expect(second).toBeFocused()
})

test('the end of the conversation stays in sight while the reply grows', async ({ page, world }) => {
  const [long] = await world.sql(
    'select ticket_id from messages group by ticket_id order by count(*) desc limit 1',
  )
  await world.sql(
    `update tickets set status = 'awaiting_response', closed_at = null where id = ${long?.ticket_id}`,
  )
  await signIn(page, 'agent', `/desk/tickets/${long?.ticket_id}`)
  await expect(bubbles(page)).toHaveCount(30)
  for (let line = 1; line <= 14; line += 1) {
    await reply(page).press('Enter')
    await page.keyboard.type(`строка ${line}`)
  }
  await page.getByLabel('Файлы', { exact: true }).setInputFiles(picture)
  await expect(bubbles(page).last()).toBeInViewport({ ratio: 0.9 })
  const left = () => messages(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await expect.poll(left).toBeLessThanOrEqual(1)
  await expect(send(page)).toBeInViewport()
})

test('an unknown ticket is told so', async ({ page }) => {
  await signIn(page, 'agent', '/desk/tickets/999999')
  await expect(page.getByText('Тикет не найден').first()).toBeVisible()
})

test('«Выход» forgets the drafts and ends the session in every tab', async ({ page, context }) => {
  await openLongest(page)
  const other = await context.newPage()
  await other.goto('/desk/')
  await expect(rows(other).first()).toBeVisible()
  await reply(page).fill('Личный черновик')
  await expect(page.getByText('Черновик сохранён')).toBeVisible()
  await page.getByRole('button', { name: 'Бахтиёр' }).click()
  await page.getByRole('menuitem', { name: 'Выход' }).click()
  await page.waitForURL('**/intranet/**')
  await other.waitForURL('**/intranet/**')
  const kept = await other.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('desk:draft')),
  )
  expect(kept).toEqual([])
  await page.goto('/desk/')
  await page.waitForURL('**/intranet/**')
})

test.describe('a long queue', () => {
  test.use({ env: { RATE_LIMITS: 'off' } })
  test('comes page by page', async ({ page, world }) => {
    for (let at = 1; at <= 32; at += 1) await askSupport(world, `Вопрос ${at}`)
    await signIn(page, 'agent', '/desk/')
    await expect(rows(page)).toHaveCount(30)
    await page.getByRole('button', { name: 'Показать ещё' }).click()
    await expect(rows(page).last()).toContainText('Вопрос 32')
    await expect(page.getByRole('button', { name: 'Показать ещё' })).toHaveCount(0)
  })
})

test('what failed to load says so and is tried again in place', async ({ page }) => {
  let isBroken = true
  await page.route('**/api/desk/tickets/**', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { error: 'Internal server error', code: 'internal' } })
      : route.fallback(),
  )
  await signIn(page, 'agent', '/desk/')
  await expect(page.getByText('Не удалось загрузить очередь')).toBeVisible()
  await expectAccessible(page)
  isBroken = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(rows(page).first()).toBeVisible()
  isBroken = true
  await rows(page).first().click()
  await expect(page.getByText('Не удалось загрузить тикет')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(bubbles(page).first()).toBeVisible()
})

test('a file that cannot go is refused by name, pasted pictures get one', async ({ page }) => {
  await openLongest(page)
  // A real picture: the trace would ask again for one that the browser could not draw, and be refused.
  const paste = (name: string, type: string) =>
    reply(page).evaluate(
      (area, file) => {
        const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], file.name, { type: file.type }))
        area.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      { name, type, base64: picture.buffer.toString('base64') },
    )
  await paste('virus.exe', 'application/x-msdownload')
  await expect(page.getByRole('alert').filter({ hasText: '«virus.exe»' })).toBeVisible()
  await paste('image.png', 'image/png')
  await expect(page.getByRole('button', { name: /^Удалить скриншот \d\d-\d\d\.png$/ })).toBeVisible()
})

test('is accessible and fits at both widths', async ({ page }) => {
  test.slow()
  const look = async () => {
    for (const viewport of [SIZES.phone, SIZES.desktop]) {
      await page.setViewportSize(viewport)
      await inBothThemes(page, async () => {
        await expectAccessible(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      })
    }
  }
  await signIn(page, 'agent', '/desk/')
  await expect(rows(page).first()).toBeVisible()
  await look()
  await rows(page).first().click()
  await expect(bubbles(page).first()).toBeVisible()
  await reply(page).fill('Проверяем')
  await look()
  await page.getByRole('button', { name: 'Закрыть тикет' }).click()
  await expect(page.getByText(/Тикет №\d+ закрыт/)).toBeVisible()
  await look()
})
