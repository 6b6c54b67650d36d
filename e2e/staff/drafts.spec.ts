import type { Page } from '@playwright/test'
import { pdf, png } from '../lib/samples.ts'
import {
  cards,
  files,
  handOver,
  isReply,
  makeGate,
  message,
  messages,
  openFirst,
  removal,
  reply,
  send,
} from '../lib/screens.ts'
import { expect, LOSING, PEOPLE, test } from '../lib/world.ts'

const WORDS = 'Недописанный ответ'
const QUESTION = 'Недописанный вопрос'
const category = (page: Page, name: string) => page.getByRole('radio', { name })

const GIVEN = [
  png('полка.png'),
  { name: 'программа.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  pdf('счёт.pdf'),
]

/** Exactly the product's ten extensions. */
const ACCEPT = '.jpg,.jpeg,.png,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx'

const toNewTicket = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'К списку тикетов' }).click()
  await page.getByRole('link', { name: 'Создать', exact: true }).click()
}

/** Whether the draft is stored on disk, so that it survives a crash. */
const isKept = (page: Page, ...texts: string[]): Promise<boolean> =>
  page.evaluate(
    (texts) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('podmoga-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            opening.result.close()
            const told = all.result.map((draft) =>
              JSON.stringify(draft, (_, value) => (value instanceof File ? value.name : value)),
            )
            resolve(told.some((draft) => texts.every((text) => draft.includes(text))))
          }
        }
      }),
    texts,
  )

const expectDraft = async (page: Page): Promise<void> => {
  await expect(reply(page)).toHaveValue(WORDS)
  await expect(removal(page, 'счёт.pdf')).toBeVisible()
  await expect(removal(page, 'витрина.png')).toBeVisible()
}

test.use(LOSING)

test('a draft: a session that ends under it leads to the sign-in and back to it; it survives a reload, another ticket, another restaurant and a crash; «Выход» forgets it', async ({
  page,
  context,
  world,
}) => {
  await openFirst(page)
  const address = page.url()

  await test.step('a session that ends under a draft leads to the sign-in and back to the draft', async () => {
    await reply(page).fill(WORDS)
    await files(page).setInputFiles([pdf('счёт.pdf'), png('витрина.png')])
    await expect.poll(() => isKept(page, WORDS, 'витрина.png')).toBe(true)
    // Otherwise the stream would detect the ended session first and leave the page before the press.
    await page.route('**/api/events/', (route) => route.abort())
    await world.sql('update sessions set ended_at = now()')
    await world.moveClock(6000)
    await send(page).press('Enter')
    await page.waitForURL(/\/intranet\//)
    await page.getByRole('textbox', { name: 'Почта или телефон' }).fill(PEOPLE.aziza.login)
    await page.getByLabel('Пароль', { exact: true }).fill(PEOPLE.aziza.password)
    await page.getByRole('button', { name: 'Войти' }).click()
    await expect(page).toHaveURL(address)
    // Refused only for lack of a session, it is sent automatically, with its files.
    await expect(messages(page).last()).toContainText('Отправлено')
    await page.reload()
    await expect(messages(page).last()).toContainText(WORDS)
    await expect(messages(page).last()).toContainText('счёт.pdf')
    await expect(messages(page).last().getByRole('button', { name: 'Открыть витрина.png' })).toBeVisible()
    await expect(reply(page)).toHaveValue('')
  })

  await test.step('a reply’s words and files, and a new ticket’s category, topic, words and files, survive a reload, another ticket, another restaurant and a crash; «Выход» forgets them', async () => {
    await page.unroute('**/api/events/')
    await reply(page).fill(WORDS)
    await files(page).setInputFiles([pdf('счёт.pdf'), png('витрина.png')])
    await expectDraft(page)
    await page.reload()
    await expectDraft(page)

    await page.getByRole('link', { name: 'К списку тикетов' }).click()
    await cards(page).nth(1).click()
    await expect(messages(page).first()).toBeVisible()
    await expect(reply(page)).toHaveValue('')
    await expect(page.getByRole('button', { name: /^Удалить/ })).toHaveCount(0)
    await page.goBack()
    await page.goBack()
    await expectDraft(page)

    await page.getByRole('button', { name: 'Ресторан: Чайхана Навруз' }).click()
    await page.getByRole('option', { name: 'Плов Центр' }).click()
    await expect(page).toHaveURL(/\/2$/)
    await page.goto(address)
    await expectDraft(page)

    // A new ticket’s category, topic, text and files too.
    await toNewTicket(page)
    await category(page, 'Проблема с оплатой').check()
    await page
      .getByRole('combobox', { name: 'Через какую платёжную систему вы пытаетесь оплатить?' })
      .selectOption({ index: 1 })
    await message(page).fill(QUESTION)
    await files(page).setInputFiles([pdf('смета.pdf')])
    await expect(removal(page, 'смета.pdf')).toBeVisible()
    await expect.poll(() => isKept(page, QUESTION, 'смета.pdf')).toBe(true)

    const crashed = page.waitForEvent('crash')
    void page.goto('chrome://crash').catch(() => {})
    await crashed
    const after = await context.newPage()
    await after.goto('/1/tickets/add')
    await expect(message(after)).toHaveValue(QUESTION)
    await expect(category(after, 'Проблема с оплатой')).toBeChecked()
    await expect(after.getByRole('combobox')).not.toHaveValue('')
    await expect(removal(after, 'смета.pdf')).toBeVisible()

    await after.goto(address)
    await expectDraft(after)
    await send(after).click()
    await expect(messages(after).last()).toContainText('Отправлено')
    await expect(messages(after).last()).toContainText('счёт.pdf')
    await after.reload()
    await expect(messages(after).last()).toContainText(WORDS)
    await expect(reply(after)).toHaveValue('')

    await after.getByRole('button', { name: 'Азиза' }).click()
    await after.getByRole('menuitem', { name: 'Выход' }).click()
    await after.waitForURL(/\/intranet\//)
    expect(await isKept(after, WORDS)).toBe(false)
    expect(await isKept(after, QUESTION)).toBe(false)
  })
})

test('replies with files written offline go out in order; files are dropped, pasted, removed and refused; every field of a new ticket says «Обязательное поле»', async ({
  page,
  context,
  world,
}) => {
  await openFirst(page)

  await test.step('replies with files written offline go out in order, each once', async () => {
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && isReply(new URL(request.url()))) posts.push(request.url())
    })
    await context.setOffline(true)
    await expect(page.getByText('Нет соединения. Изменения сохраним.')).toBeVisible()
    for (const text of ['первый', 'второй', 'третий']) {
      await reply(page).fill(text)
      if (text === 'второй') await files(page).setInputFiles([pdf('счёт.pdf')])
      await reply(page).press('Control+Enter')
      await expect(messages(page).last()).toContainText(text)
    }
    await expect(page.getByText('Ждёт сети')).toHaveCount(3)
    expect(posts).toHaveLength(0)
    await context.setOffline(false)
    await expect(page.getByText('Снова в сети')).toBeVisible()
    await expect(page.getByText('Ждёт сети')).toHaveCount(0)
    // If a page closes while a reply is being sent, the person must decide about it, so wait until the last one has arrived.
    await expect(messages(page).filter({ hasText: 'Отправлено' }).last()).toContainText('третий')
    const sent = await world.sql(
      `select m.text, count(a.*)::int as files from messages m left join attachments a on a.message_id = m.id
     where m.text in ('первый', 'второй', 'третий') group by m.id order by m.id`,
    )
    expect(sent).toEqual([
      { text: 'первый', files: 0 },
      { text: 'второй', files: 1 },
      { text: 'третий', files: 0 },
    ])
    expect(posts).toHaveLength(3)
    await page.reload()
    // After the author's line.
    await expect
      .poll(() =>
        messages(page).evaluateAll((all) =>
          all.slice(-3).map((one) => one.querySelectorAll('p')[1]?.textContent),
        ),
      )
      .toEqual(['первый', 'второй', 'третий'])
  })

  await test.step('an upload is not left by accident, and the window may be closed again once it is done', async () => {
    const gate = makeGate()
    await page.route(isReply, async (route) => {
      await gate.wait
      await route.continue()
    })
    await reply(page).fill('Ещё летит')
    await send(page).click()
    await expect(messages(page).last()).toContainText('Отправляется')
    const asks = () =>
      page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await asks()).toBe(true)
    gate.open()
    await expect(messages(page).last()).toContainText('Отправлено')
    expect(await asks()).toBe(false)
  })

  await test.step('a removed file hands the focus to the next one, the last one to the clip', async () => {
    await expect(files(page)).toHaveAttribute('accept', ACCEPT)
    await files(page).setInputFiles([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
    await removal(page, '2.pdf').click()
    await expect(removal(page, '3.pdf')).toBeFocused()
    await removal(page, '3.pdf').click()
    await expect(removal(page, '1.pdf')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(files(page)).toBeFocused()
  })

  await test.step('U34: of three dropped files the bad one is named with the reason, the others are taken', async () => {
    await handOver(reply(page), 'drop', GIVEN)
    const problem = page.getByRole('alert').filter({ hasText: 'программа.exe' })
    await expect(problem).toContainText('Файл нельзя прикрепить: «программа.exe». Подходят JPG, PNG, PDF')
    await expect(removal(page, 'полка.png')).toBeVisible()
    await expect(removal(page, 'счёт.pdf')).toBeVisible()
    await expect(removal(page, 'программа.exe')).toHaveCount(0)
  })

  await test.step('a pasted picture becomes «скриншот …», pasted words stay words', async () => {
    await handOver(reply(page), 'paste', [png('image.png')])
    await expect(page.getByRole('button', { name: /^Удалить скриншот \d\d-\d\d\.png$/ })).toBeVisible()
    await expect(reply(page)).toHaveValue('')
    await handOver(reply(page), 'paste', [png('image.png', 100, 100)])
    await expect(page.getByRole('button', { name: /^Удалить скриншот/ })).toHaveCount(2)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('просто слова'))
    await reply(page).focus()
    await page.keyboard.press('Control+V')
    await expect(reply(page)).toHaveValue('просто слова')
    await expect(page.getByRole('button', { name: /^Удалить скриншот/ })).toHaveCount(2)
  })

  await test.step('every field of a new ticket says «Обязательное поле» when it is left and when it is sent', async () => {
    await toNewTicket(page)
    const problem = page.getByText('Обязательное поле', { exact: true })
    await category(page, 'Другое').focus()
    await expect(problem).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(problem).toHaveCount(1)
    await message(page).fill('т')
    await message(page).fill('')
    await expect(problem).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(problem).toHaveCount(2)
    await expect(message(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(message(page)).toHaveAccessibleDescription('Обязательное поле')
    await send(page).click()
    await expect(category(page, 'Техническая проблема')).toBeFocused()

    for (const [name, question] of [
      ['Техническая проблема', 'В каком модуле возникла проблема?'],
      ['Проблема с оплатой', 'Через какую платёжную систему вы пытаетесь оплатить?'],
    ] as const) {
      await category(page, name).check()
      const topic = page.getByRole('combobox', { name: question })
      await expect(topic).toHaveValue('')
      await topic.focus()
      await page.keyboard.press('Tab')
      await expect(topic).toHaveAccessibleDescription('Обязательное поле')
      await topic.selectOption({ index: 1 })
      await expect(topic).not.toHaveValue('')
      await expect(topic).toHaveAccessibleDescription('')
    }
    await message(page).fill('Не проходит оплата')
    await expect(problem).toHaveCount(0)
    await category(page, 'Вопрос по функционалу').check()
    await expect(page.getByRole('combobox')).toHaveValue('')
    await expect(message(page)).toHaveValue('Не проходит оплата')
    await send(page).click()
    await expect(page.getByRole('combobox')).toBeFocused()
    await expect(page.getByRole('combobox')).toHaveAccessibleDescription('Обязательное поле')
  })

  await test.step('U34: of three files dropped on a new ticket too', async () => {
    await expect(files(page)).toHaveAttribute('accept', ACCEPT)
    await handOver(files(page), 'drop', GIVEN)
    await expect(page.getByText('Файл нельзя прикрепить: «программа.exe».')).toBeVisible()
    await expect(removal(page, 'полка.png')).toBeVisible()
    await expect(removal(page, 'счёт.pdf')).toBeVisible()
  })

  await test.step('files are refused before they are sent: empty, too large, too many', async () => {
    await page.route('**/help_desk/limits/', (route) =>
      route.fulfill({
        json: { max_file_size: 1000, max_files: 2, max_total_size: 1500, accept: ['.pdf', '.png'] },
      }),
    )
    // Another ticket without a draft.
    await page.goto('/1/tickets')
    await cards(page).nth(1).click()
    await expect(messages(page).first()).toBeVisible()
    const named = (name: string, size: number) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(size, 65),
    })
    await files(page).setInputFiles([named('пусто.pdf', 0)])
    await expect(page.getByText('Файл пуст: «пусто.pdf».')).toBeVisible()
    await files(page).setInputFiles([named('большой.pdf', 1001)])
    await expect(page.getByText(/^Слишком большой файл: «большой\.pdf»\./)).toBeVisible()
    await files(page).setInputFiles([named('раз.pdf', 900), named('два.pdf', 900)])
    await expect(page.getByText(/^Файлы вместе слишком большие\./)).toBeVisible()
    await files(page).setInputFiles([named('два.pdf', 100), named('три.pdf', 100)])
    await expect(page.getByText('Можно приложить не больше 2 файлов.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Удалить/ })).toHaveCount(2)
  })
})
