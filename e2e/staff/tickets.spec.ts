import type { Page } from '@playwright/test'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { closeByBack } from '../lib/close-by-back.ts'
import { expect, expectAccessible, expectAccessibleEverywhere, SIZES, signIn, test } from '../lib/world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 0x41), Buffer.from('\n%%EOF')])

const cards = (page: Page) => page.getByRole('link', { name: /Тикет №/ })
const region = (page: Page) => page.getByRole('region', { name: 'Сообщения' })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Ответ' })
const send = (page: Page) => page.getByRole('button', { name: 'Отправить', exact: true })
const messages = (page: Page) => region(page).getByRole('article')

const openFirst = async (page: Page): Promise<void> => {
  await signIn(page, 'aziza', '/1/tickets')
  await cards(page).first().click()
  await expect(messages(page).first()).toBeVisible()
}

const isReply = (url: string): boolean => /tickets\/[^/]+\/messages\/$/.test(url)

const toList = (page: Page) => page.getByRole('link', { name: 'К списку тикетов' }).click()

test('the list and a closed ticket; the app works against a backend that has only the product’s own calls and fields; reading is told once', async ({
  page,
  world,
}) => {
  await test.step('the list has two tabs, the create card on one of them, and everything in its address', async () => {
    await signIn(page, 'aziza', '/1/tickets')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Тикеты')
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByText('Создать новый тикет')).toBeVisible()
    await page.getByRole('tab', { name: 'Архив' }).click()
    await expect(page).toHaveURL(/status=processed/)
    await expect(page.getByText('Создать новый тикет')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Архив' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Открытые тикеты' }).click()
    // The menu shows the number of unread messages before anything is read.
    await expect(
      page
        .getByRole('navigation', { name: 'Главное меню' })
        .getByRole('link', { name: /Тикеты, \d+ непрочитанн/ }),
    ).toBeVisible()
  })

  await test.step('the app works against a backend that has only the product’s own calls and fields', async () => {
    const added = ['is_mine', 'from_support', 'size', 'content_type', 'status', 'user_image']
    const strip = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(strip)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !added.includes(name))
          .map(([name, inner]) => [name, strip(inner)]),
      )
    }
    await page.route('**/api/help_desk/**', async (route) => {
      if (route.request().url().endsWith('/limits/')) return route.fulfill({ status: 404, body: 'Not Found' })
      const answer = await route.fetch()
      if (answer.status() !== 200) return route.fulfill({ response: answer })
      return route.fulfill({ json: route.request().method() === 'POST' ? {} : strip(await answer.json()) })
    })
    await cards(page).first().click()
    await expect(messages(page).first()).toBeVisible()
    await reply(page).fill('Без лишних полей')
    await send(page).click()
    await expect(region(page).getByText('Без лишних полей')).toHaveCount(1)
    await expect(page.getByText('Не отправлено')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
    await toList(page)
  })

  await test.step('a processed ticket takes no reply and keeps the draft', async () => {
    await page.getByRole('tab', { name: 'Архив' }).click()
    await expect(page).toHaveURL(/status=processed/)
    await cards(page).first().click()
    await expect(page.getByText('Тикет закрыт')).toBeVisible()
    await expect(page.getByText('Обработан')).toBeVisible()
    await reply(page).fill('хочу ещё спросить')
    await expect(send(page)).toBeDisabled()
  })

  await test.step('reading empties the badge, and an incoming message is told once', async () => {
    const [ticket] = await world.sql(
      `select id::text from tickets where restaurant_id = 1 and status = 'awaiting_response' order by id desc limit 1`,
    )
    await page.goto(`/1/tickets/${ticket?.id}`)
    await expect(messages(page).first()).toBeVisible()
    const agent = await world.as('agent')
    await agent(sendDeskReply, { params: { ticketId: String(ticket?.id) }, form: { text: 'Мастер выехал' } })
    // Focusing the window refetches stale data.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(region(page).getByText('Мастер выехал')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.locator('[data-live-announcer]')).toHaveText(/^Новое сообщение от .+: Мастер выехал$/)
  })
})

test('accessible at both widths and in both themes; a new ticket and a reply that fail are made once; files open large and show their progress', async ({
  page,
  context,
  world,
}) => {
  await openFirst(page)

  await test.step('a conversation and a new ticket with its errors are accessible, at both widths and in both themes', async () => {
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(SIZES.desktop)
    await toList(page)
    await page.getByRole('link', { name: 'Создать', exact: true }).click()
    await expect(page.getByRole('radio').first()).toBeVisible()
    await send(page).click()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(SIZES.desktop)
  })

  await test.step('a new ticket asks for its fields, survives a failure and a reload, and is made once', async () => {
    await expect(page.getByRole('group', { name: 'Категория', exact: true }).getByRole('radio')).toHaveCount(
      4,
    )
    await page.getByRole('radio', { name: 'Техническая проблема' }).check()
    await send(page).click()
    await expect(page.getByText('Обязательное поле')).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'В каком модуле возникла проблема?' })).toBeFocused()
    await page.getByRole('radio', { name: 'Другое' }).check()
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Сообщение' }).fill('Нужна консультация')
    await expect(page.getByText('Обязательное поле')).toHaveCount(0)

    const keys: (string | undefined)[] = []
    let isDown = true
    await page.route('**/help_desk/tickets/', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return isDown ? route.abort() : route.continue()
    })
    await send(page).dblclick()
    await expect(page.getByText('Тикет не отправлен')).toBeVisible()
    expect(keys).toHaveLength(1)
    isDown = false
    await send(page).click()
    await expect(page.getByText('Тикет отправлен')).toBeVisible()
    await expect(page.getByText('Ваше обращение отправлено в поддержку')).toBeVisible()
    await expect(page).toHaveURL(/\/1\/tickets$/)
    await expect(cards(page).first()).toContainText('Нужна консультация')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(new Set(keys).size).toBe(1)
    await page.unrouteAll({ behavior: 'wait' })
    await cards(page).first().click()
    await expect(messages(page).first()).toBeVisible()
  })

  await test.step('I08: a reply pressed twice goes once, shows at once and clears the form', async () => {
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && isReply(request.url())) posts.push(request.url())
    })
    await expect(send(page)).toBeDisabled()
    await reply(page).fill('Проверили, всё работает')
    await send(page).dblclick()
    await expect(region(page).getByText('Проверили, всё работает')).toHaveCount(1)
    await expect(messages(page).last()).toContainText('Отправлено')
    await expect(reply(page)).toHaveValue('')
    expect(posts).toHaveLength(1)
  })

  await test.step('a reply that fails says so, keeps its words, and goes again with the same key', async () => {
    const keys: (string | undefined)[] = []
    let isDown = true
    await page.route(
      (url) => isReply(url.href),
      (route) => {
        keys.push(route.request().headers()['idempotency-key'])
        return isDown
          ? route.fulfill({ status: 500, json: { error: 'Internal server error' } })
          : route.continue()
      },
    )
    await reply(page).fill('Принтер молчит')
    await reply(page).press('Control+Enter')
    const notices = page.getByRole('region', { name: 'Уведомления' })
    await expect(notices.getByText('Сообщение не отправлено')).toBeVisible()
    await expect(notices.getByText('Попробуйте еще раз')).toBeVisible()
    await expect(messages(page).last()).toContainText('Не отправлено')
    await expect(reply(page)).toHaveValue('Принтер молчит')
    await expectAccessible(page)
    isDown = false
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(messages(page).last()).toContainText('Отправлено')
    await expect(region(page).getByText('Принтер молчит')).toHaveCount(1)
    await expect(reply(page)).toHaveValue('')
    // Long before its own timeout.
    await expect(notices.getByText('Сообщение не отправлено')).toHaveCount(0, { timeout: 5000 })
    expect(new Set(keys).size).toBe(1)
  })

  await test.step('files that the server will never take are mended, not sent again, and stand in one place', async () => {
    await page.route(
      (url) => isReply(url.href),
      (route) =>
        route.fulfill({ status: 415, json: { error: 'Файл не того типа.', code: 'unsupported_type' } }),
      { times: 1 },
    )
    await reply(page).fill('Вот счёт')
    const file = { name: 'счёт.pdf', mimeType: 'application/pdf', buffer: pdf(200) }
    await page.getByLabel('Файлы', { exact: true }).setInputFiles(file)
    await send(page).click()
    await expect(page.getByText(/Файл не того типа\. Уберите этот файл/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
    await expect(page.getByText('счёт.pdf', { exact: true })).toHaveCount(1)
    await expect(reply(page)).toHaveValue('Вот счёт')
    await page.getByRole('button', { name: 'Удалить счёт.pdf' }).click()
    await send(page).click()
    await expect(messages(page).filter({ hasText: 'Вот счёт' })).toContainText('Отправлено')
    await page.unrouteAll()
  })

  await test.step('of two that failed each goes from one place after a reload, once, as it stands in the field', async () => {
    let isDown = true
    await page.route(
      (url) => isReply(url.href),
      (route) =>
        isDown ? route.fulfill({ status: 500, json: { error: 'нет', code: 'internal' } }) : route.continue(),
    )
    const failed = messages(page).filter({ hasText: 'Не отправлено' })
    for (const [text, count] of [
      ['Касса зависла', 1],
      ['Весы не видны', 2],
    ] as const) {
      await reply(page).fill('')
      await reply(page).fill(text)
      await send(page).click()
      await expect(failed).toHaveCount(count)
      await expect(reply(page)).toHaveValue(text)
    }
    await page.reload()
    await expect(failed).toHaveCount(2)
    await expect(reply(page)).toHaveValue('Весы не видны')
    isDown = false
    await reply(page).fill('Весы не видны с утра')
    await failed.last().getByRole('button', { name: 'Повторить' }).click()
    await expect(messages(page).filter({ hasText: 'Весы не видны с утра' })).toContainText('Отправлено')
    await expect(reply(page)).toHaveValue('')
    await failed.getByRole('button', { name: 'Повторить' }).click()
    await expect(failed).toHaveCount(0)
    await expect
      .poll(() =>
        world.sql(
          `select text from messages where text = 'Касса зависла' or text like 'Весы не видны%' order by text`,
        ),
      )
      .toEqual([{ text: 'Весы не видны с утра' }, { text: 'Касса зависла' }])
  })

  await test.step('files: a wrong one is named, a right one is sent and opens large, and Back closes it', async () => {
    await toList(page)
    await cards(page).first().click()
    await expect(messages(page).first()).toBeVisible()
    await page.getByLabel('Файлы').setInputFiles([
      { name: 'чек кассы.png', mimeType: 'image/png', buffer: PNG },
      { name: 'вирус.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ])
    await expect(page.getByText('«вирус.exe»')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Удалить чек кассы.png' })).toBeVisible()
    await reply(page).fill('Фото чека')
    await send(page).click()
    const thumbnail = region(page).getByRole('button', { name: 'Открыть чек кассы.png' })
    await thumbnail.click()
    await expect(page.getByRole('dialog', { name: 'чек кассы.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(thumbnail).toBeFocused()
    await thumbnail.click()
    await page.getByRole('dialog', { name: 'чек кассы.png' }).getByRole('button', { name: 'Закрыть' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(thumbnail).toBeFocused()
    // Back on a phone closes the picture and stays in the ticket.
    const address = page.url()
    await thumbnail.click()
    await expect(page.getByRole('dialog', { name: 'чек кассы.png' })).toBeVisible()
    await closeByBack(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(thumbnail).toBeFocused()
    expect(page.url()).toBe(address)
    await page.goBack()
    await expect(page).toHaveURL(/\/tickets$/)
  })

  await test.step('each file shows its own progress; one taken back does not lose the others', async () => {
    await cards(page).first().click()
    await expect(messages(page).first()).toBeVisible()
    const wire = await context.newCDPSession(page)
    await wire.send('Network.enable')
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 150_000,
    })
    await page.getByLabel('Файлы').setInputFiles(
      ['первый.pdf', 'второй.pdf'].map((name) => ({
        name,
        mimeType: 'application/pdf',
        buffer: pdf(600_000),
      })),
    )
    await reply(page).fill('Два отчёта')
    await send(page).click()
    await expect(page.getByRole('progressbar', { name: 'Загрузка первый.pdf' })).toBeVisible()
    await page.getByRole('button', { name: 'Отменить второй.pdf' }).click()
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await expect(messages(page).last()).toContainText('Отправлено')
    await expect(messages(page).last()).toContainText('первый.pdf')
    await expect(messages(page).last()).not.toContainText('второй.pdf')
  })
})
