import type { Locator, Page } from '@playwright/test'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { expectFine } from '../lib/looks.ts'
import { walkTo } from '../lib/walk-to.ts'
import {
  expect,
  expectAccessible,
  forgetPerson,
  LOSING,
  SIZES,
  signIn,
  test,
  type World,
} from '../lib/world.ts'

// The app's own rows: prerendered ones can be read and opened, but do not handle keys.
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

/** Dispatches focus, on which the page refetches. */
const refocus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

const askSupport = async (world: World, text: string): Promise<string> => {
  const staff = await world.as('timur', '2')
  const { id } = await staff(createTicket, { form: { category: 'other', initial_message: text } })
  return id ?? ''
}

const openTop = async (page: Page): Promise<number> => {
  const first = rows(page).first()
  const number = Number(/№(\d+)/.exec((await first.textContent()) ?? '')?.[1])
  await first.click()
  await expect(bubbles(page).first()).toBeVisible()
  return number
}

const openLongest = async (page: Page): Promise<number> => {
  await signIn(page, 'agent', '/desk/')
  return openTop(page)
}

/** Adds `count` waiting tickets behind those of the demo; «Вопрос 1» has waited longest. */
const fillQueue = (world: World, count: number) =>
  world.sql(`
    with made as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, message_count, last_message,
        last_message_at, waiting_since)
      select 2, 1, 500000 + n, (select id from people where email = 'timur@demo.test'), 'other', 1, 'Вопрос ' || n,
        now() - (${count} - n) * interval '1 second', now() - (${count} - n) * interval '1 second'
      from generate_series(1, ${count}) n returning id, author_id, last_message, last_message_at
    )
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select id, 1, author_id, false, last_message, last_message_at from made`)

test.use(LOSING)

test('an agent answers who waits longest with a file, closes, finds it in the archive, reopens', async ({
  page,
  world,
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

  await test.step('«Отправить и закрыть» may be undone for five seconds', async () => {
    // The notice of the first closing is gone, with its «Отменить».
    await expect(page.getByText(`Тикет №${number} закрыт`)).toHaveCount(0)
    await reply(page).fill('Готово, закрываем.')
    await page.getByRole('button', { name: 'Отправить и закрыть' }).click()
    await expect(page.getByText(`Тикет №${number} закрыт`)).toBeVisible()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect(reply(page)).toBeVisible()
    await expect(bubbles(page).last()).toContainText('Готово, закрываем.')
    // The field may still be there when it is checked.
    await expect
      .poll(() => world.sql(`select status from tickets where number = ${number} and business_id = 1`))
      .toEqual([{ status: 'awaiting_response' }])
  })
})

test('a draft with its file outlives a reload, another ticket and the end of the session; «Выход» forgets it', async ({
  page,
  context,
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
  await forgetPerson(page)
  await page.goto(path)
  await page.waitForURL('**/intranet/**')
  await page.getByRole('textbox', { name: 'Почта или телефон' }).fill('agent@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill('Demo-agent-1')
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL(`**${path}`)
  await expect(reply(page)).toHaveValue('Начал писать')

  await test.step('«Выход» forgets the drafts and ends the session in every tab', async () => {
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
})

test('a reply that did not get through, or had no network, stays and goes once', async ({
  page,
  world,
  context,
}) => {
  const number = await openLongest(page)
  await test.step('a reply that did not get through stays, and a retry sends it once with the same key', async () => {
    const keys: (string | undefined)[] = []
    await page.route('**/api/desk/tickets/*/messages/', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      // The first request arrives, but its answer is lost.
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
    await page.unrouteAll()
  })

  await test.step('without a network a reply waits, survives a reload and can be taken back', async () => {
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
})

test('a long wait turns red; what is new waits behind a pill', async ({ page, world }) => {
  await test.step('the wait turns red after a quarter of an hour, in words too', async () => {
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

  await test.step('new tickets wait behind a pill, and messages of the open one come in', async () => {
    const number = await openTop(page)
    const order = () => rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-ticket')))
    const before = await order()
    await askSupport(world, 'Первый новый вопрос')
    await askSupport(world, 'Второй новый вопрос')
    // Without any input: the page polls every 15 seconds.
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
})

test('a day of work by keyboard alone, on any layout; on a phone the list leads to the ticket and back', async ({
  page,
}) => {
  await test.step('a day of work by keyboard alone, on any layout', async () => {
    await signIn(page, 'agent', '/desk/')
    await expect(rows(page).nth(1)).toBeVisible()
    const second = await rows(page).nth(1).getAttribute('data-ticket')
    await page.locator('body').press('KeyJ')
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'true')
    // The highlighted row is the open ticket, so E and R cannot act on another one.
    await page.keyboard.press('KeyJ')
    await expect(page.locator('[data-ticket][aria-current]')).toHaveCount(1)
    await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(page).toHaveURL(new RegExp(`/desk/tickets/${second}`))
    await expect(heading(page)).toBeFocused()
    // Forced colours remove backgrounds: an outline marks the open row.
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(rows(page).nth(1)).toHaveCSS('outline-style', 'dashed')
    await page.emulateMedia({ forcedColors: null })
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

  await test.step('on a phone the list leads to the ticket and back to its row', async () => {
    await page.setViewportSize(SIZES.phone)
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
})

test('tab, restaurant and number live in the address; a long queue comes page by page', async ({
  page,
  world,
}) => {
  await test.step('tab, restaurant and number live in the address', async () => {
    await signIn(page, 'agent', '/desk/')
    await expect(rows(page).first()).toBeVisible()
    await tab(page, /Все открытые/).click()
    const filters = page.getByRole('dialog', { name: 'Фильтры' })
    await page.getByRole('button', { name: 'Фильтры', exact: true }).click()
    await filters
      .getByRole('combobox', { name: 'Ресторан', exact: true })
      .selectOption({ label: 'Плов Центр' })
    await filters.getByRole('button', { name: 'Готово' }).click()
    await expect(page).toHaveURL(/\/desk\/\?tab=open&restaurant=2$/)
    await expect(rows(page).filter({ hasNotText: 'Плов Центр' })).toHaveCount(0)
    await page.reload()
    await expect(tab(page, /Все открытые/)).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Убрать фильтр «Ресторан: Плов Центр»' }).click()
    const search = page.getByRole('searchbox', { name: 'Найти тикет' })
    await search.fill('№ 1001')
    await expect(page).toHaveURL(/number=1001/)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('№1001')
    await search.fill('999999')
    await expect(page.getByText('Такого тикета нет')).toBeVisible()
    await search.fill('')
    await expect(page).not.toHaveURL(/number=/)
  })

  await test.step('a long queue comes page by page', async () => {
    await fillQueue(world, 32)
    await page.goto('/desk/')
    await expect(rows(page)).toHaveCount(30)
    // The button presses itself when it becomes visible.
    await page.getByRole('button', { name: 'Показать ещё' }).evaluate((more) => more.scrollIntoView())
    await expect(rows(page).last()).toContainText('Вопрос 32')
    await expect(page.getByRole('button', { name: 'Показать ещё' })).toHaveCount(0)
  })
})

test('a long conversation keeps its place and its end in sight; an unknown one is told so', async ({
  page,
  world,
}) => {
  const [long] = await world.sql(
    'select ticket_id from messages group by ticket_id order by count(*) desc limit 1',
  )
  await world.sql(
    `update tickets set status = 'awaiting_response', closed_at = null where id = ${long?.ticket_id}`,
  )
  const left = () => messages(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await signIn(page, 'agent', `/desk/tickets/${long?.ticket_id}`)
  await expect(bubbles(page)).toHaveCount(30)

  await test.step('older messages come in above without moving what is read', async () => {
    const region = messages(page)
    expect(await left()).toBeLessThanOrEqual(1)
    const first = bubbles(page).first()
    const id = await first.getAttribute('data-message')
    // Held back, to compare the position before and after.
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

  await test.step('the end of the conversation stays in sight while the reply grows', async () => {
    for (let line = 1; line <= 14; line += 1) {
      await reply(page).press('Enter')
      await page.keyboard.type(`строка ${line}`)
    }
    await page.getByLabel('Файлы', { exact: true }).setInputFiles(picture)
    await expect(bubbles(page).last()).toBeInViewport({ ratio: 0.9 })
    await expect.poll(left).toBeLessThanOrEqual(1)
    await expect(send(page)).toBeInViewport()
  })

  await test.step('an unknown ticket is told so', async () => {
    await walkTo(page, '/desk/tickets/999999')
    await expect(page.getByText('Тикет не найден').first()).toBeVisible()
  })
})

test('who may not work here, what does not load and what cannot go is told; accessible and fitting at both widths', async ({
  page,
}) => {
  const look = async () => {
    await expectFine(page)
    await page.setViewportSize(SIZES.desktop)
  }

  await test.step('somebody without the role is refused, with a way on', async () => {
    await signIn(page, 'aziza', '/desk/')
    await expect(page.getByRole('heading', { name: 'Здесь работают агенты поддержки' })).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Перейти в интранет' }).click()
    await expect(page.getByRole('heading', { name: 'Рестораны' })).toBeVisible()
  })

  await test.step('what failed to load says so and is tried again in place', async () => {
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
    const ticket = page.getByRole('region', { name: 'Не удалось загрузить тикет' })
    await expect(ticket.getByText('Не удалось загрузить тикет')).toBeVisible()
    isBroken = false
    // The queue beside it may have failed too, if an event made it load anew.
    await ticket.getByRole('button', { name: 'Повторить' }).click()
    await expect(bubbles(page).first()).toBeVisible()
  })

  await test.step('a file that cannot go is refused by name, pasted pictures get one', async () => {
    // A valid picture: the trace would request one again that the browser could not decode, and be refused.
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

  await test.step('a ticket, open and closed, is accessible and fits at both widths', async () => {
    await reply(page).fill('Проверяем')
    await look()
    await page.getByRole('button', { name: 'Закрыть тикет' }).click()
    await expect(page.getByText(/Тикет №\d+ закрыт/)).toBeVisible()
    await look()
  })
})
