import type { Page } from '@playwright/test'
import { addCanned, addCannedFiles } from '@podmoga/contract/desk/canned'
import { mergeTicket } from '@podmoga/contract/desk/relations'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { picture } from '../lib/guide.ts'
import { pdf } from '../lib/samples.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, inBothThemes, LOSING, signIn, test } from '../lib/world.ts'

const WIDE = { width: 1440, height: 900 }
// Only the dialog is checked: the page behind it cannot be reached, and is checked without one.
const DIALOG = '[role="dialog"]'
const PHONE = { width: 390, height: 844 }
const reply = (page: Page) => page.getByRole('textbox', { name: 'Ответ' })
const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' })

test.use(LOSING)

test('two agents and two cooks: taken, noted, answered, merged, handed over, cut off, rated', async ({
  page: bakhtiyor,
  browser,
  world,
}) => {
  await world.sql(`
    insert into desk_members (person_id, business_id, role)
    select id, 1, 'agent' from people where email = 'editor@demo.test'`)
  const other = async () => (await browser.newContext({ baseURL: world.url, viewport: WIDE })).newPage()
  const cook = await world.as('timur', '2')
  const desk = await world.as('agent')
  const text = 'Здравствуйте, {имя}! Перезагрузите терминал до {время}.'
  const canned = await desk(addCanned, { body: { title: 'Терминал', text, is_shared: true } })
  const { buffer } = pdf()
  const files = ['Памятка.pdf', 'Схема.pdf'].map(
    (name) => new File([new Uint8Array(buffer)], name, { type: 'application/pdf' }),
  )
  await desk(addCannedFiles, { params: { cannedId: canned.id }, files })

  // Holds each of its files until released. Routes are set over another channel than key presses: set right before a press,
  // they might take effect after it, so they are set before the page loads.
  const [memo, plan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await bakhtiyor.route('**/files/*/*.pdf', async (route) => {
    await (decodeURI(route.request().url()).includes('Памятка') ? memo : plan).promise
    await route.continue()
  })

  await bakhtiyor.setViewportSize(WIDE)
  // From the first page on: installed later, it sets `performance.now()` back, and what the page has planned by it comes late.
  await bakhtiyor.clock.install()
  await signIn(bakhtiyor, 'agent', '/desk/?whose=free')
  await expect(bakhtiyor.getByRole('tab', { name: /^Ничьи \d/, selected: true })).toBeVisible()
  const { id, number } = await cook(createTicket, {
    form: {
      category: 'trouble_paying',
      topic: 'terminal',
      initial_message: 'Терминал не проводит оплату картой',
    },
  })
  // It arrives behind the pill, so no shown row moves.
  await bakhtiyor.getByRole('button', { name: /1 новый/ }).click()
  await bakhtiyor.locator(`#main [data-ticket="${id}"]`).click()
  await bakhtiyor.getByRole('button', { name: 'Назначить мне' }).click()
  const assignee = (name: string) => bakhtiyor.getByRole('button', { name: `Исполнитель: ${name}` })
  await expect(assignee('Бахтиёр')).toBeVisible()

  const malika = await other()
  await signIn(malika, 'editor', `/desk/tickets/${id}`)
  await expect(malika.getByText('Смотрит: Бахтиёр')).toBeVisible()
  const timur = await other()
  await timur.setViewportSize(PHONE)
  await signIn(timur, 'timur', `/2/tickets/${id}`)
  await expect(messages(timur).getByText('Терминал не проводит оплату картой')).toBeVisible()

  /** Checks a dialog opened beside a ticket, on a phone and in both themes; the other dialogs look the same. */
  const lookAtDialog = async () => {
    await malika.setViewportSize(PHONE)
    await malika.getByRole('button', { name: 'Клиент', exact: true }).click()
    await malika.getByRole('button', { name: 'Объединить…' }).click()
    await expect(malika.getByRole('dialog')).toHaveCount(2)
    await inBothThemes(malika, () => expectAccessible(malika, DIALOG))
    await malika.goBack()
    await expect(malika.getByRole('dialog')).toHaveCount(1)
    await expect(malika.getByRole('button', { name: 'Объединить…' })).toBeFocused()
    const opened = malika.url()
    await malika.goBack()
    await expect(malika.getByRole('dialog')).toHaveCount(0)
    expect(malika.url()).toBe(opened)
    // With double text size on a phone the conversation still has some height.
    await malika.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect.poll(async () => (await messages(malika).boundingBox())?.height).toBeGreaterThan(100)
    await malika.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await malika.setViewportSize(WIDE)
    // Only the panes scroll, not the page.
    await expect(malika.getByRole('heading', { name: 'Похожие тикеты' })).toBeVisible()
    expect(await malika.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  }

  await test.step('a note that only support sees, and whom it calls', async () => {
    await malika.getByRole('tab', { name: 'Заметка' }).click()
    const note = malika.getByRole('textbox', { name: 'Заметка' })
    await note.pressSequentially('Звонила в банк. @Бах')
    await malika.getByRole('option', { name: 'Бахтиёр' }).click()
    await expectAccessible(malika)
    await picture(malika, 'notes')
    await malika.getByRole('button', { name: 'Сохранить заметку' }).click()
    // Messages that are shown only for seconds are awaited in parallel.
    await Promise.all([
      expect(messages(bakhtiyor).getByText('Звонила в банк.')).toBeVisible(),
      expect(bakhtiyor.getByText(/^Малика .*зовёт вас в заметке/)).toBeVisible(),
    ])
    await expect(note).toHaveValue('')
    await malika.getByRole('tab', { name: 'Ответ', exact: true }).click()
  })

  await test.step('a template with what it must be told; a colleague and the cook see who writes', async () => {
    await reply(bakhtiyor).pressSequentially('/терм')
    await expect(bakhtiyor.getByRole('option', { name: /Терминал Здравствуйте/ })).toBeVisible()
    await picture(bakhtiyor, 'replies')
    const seen = Promise.all([
      expect(malika.getByText('Сейчас отвечает: Бахтиёр')).toBeVisible(),
      expect(timur.getByText('Поддержка печатает…')).toBeVisible(),
    ])
    await bakhtiyor.keyboard.press('Enter')
    await expect(reply(bakhtiyor)).toHaveValue('Здравствуйте, Тимур! Перезагрузите терминал до {время}.')
    await seen
    await bakhtiyor.keyboard.press('Control+Enter')
    const problem = bakhtiyor.getByText('Заполните в тексте: {время}')
    await expect(problem).toBeVisible()
    await expect(bakhtiyor.getByText('Загружаем из шаблона: Памятка.pdf, Схема.pdf')).toBeVisible()
    memo.resolve()
    await expect(bakhtiyor.getByRole('button', { name: 'Удалить Памятка.pdf' })).toBeVisible()
    await expect(problem, 'a file that came says nothing of the text').toBeVisible()
    await expectAccessible(bakhtiyor)
    await bakhtiyor.keyboard.type('18:00')
  })

  await test.step('who wrote meanwhile stops the reply once; not a word of it is lost', async () => {
    let wrote = false
    await bakhtiyor.route(`**/api/desk/tickets/${id}/messages/`, async (route) => {
      if (route.request().method() === 'POST' && !wrote) {
        wrote = true
        await cook(sendReply, { params: { ticketId: String(id) }, form: { text: 'Уже перезагрузили' } })
      }
      await route.continue()
    })
    // It is sent once, and only with the file that is still loading.
    for (const _ of ['', 'again']) await reply(bakhtiyor).press('Control+Enter')
    await expect(
      bakhtiyor.getByText('Ответ уйдёт, как только загрузятся файлы шаблона').first(),
    ).toBeVisible()
    await expect(reply(bakhtiyor)).toHaveValue(/до 18:00\.$/)
    plan.resolve()
    await expect(reply(bakhtiyor)).toHaveValue('')
    await expect(messages(bakhtiyor).getByText('Уже перезагрузили')).toBeVisible()
    await expect(
      bakhtiyor.getByText('Пока вы писали, в тикете появилось новое сообщение').first(),
    ).toBeVisible()
    await messages(bakhtiyor).getByRole('button', { name: 'Повторить' }).click()
    await expect(messages(timur).getByText('Перезагрузите терминал до 18:00.')).toBeVisible()
    await expect(messages(malika).getByText('Перезагрузите терминал до 18:00.')).toBeVisible()
    // The template's files are sent as the agent's own, and none stays for the next reply.
    await expect(messages(timur).getByText('Перезагрузите терминал до 18:00.')).toHaveCount(1)
    await expect(messages(timur).getByRole('link', { name: /Схема\.pdf/ })).toBeVisible()
    await expect(bakhtiyor.getByRole('button', { name: /^Удалить .*\.pdf/ })).toHaveCount(0)
    const given = messages(timur).getByRole('link', { name: /Памятка\.pdf/ })
    await expect(given).toBeVisible()
    const opened = await timur.request.get((await given.getAttribute('href')) ?? '')
    expect(opened.headers()['content-type']).toBe('application/pdf')
    await expect(timur.getByText('Звонила в банк.')).toHaveCount(0)
  })

  await test.step('a colleague of the cook asked the same: two tickets become one, and one of them two again', async () => {
    const aziza = await world.as('aziza', '2')
    const twin = await aziza(createTicket, {
      form: { category: 'other', initial_message: 'Терминал опять не проводит оплату картой' },
    })
    await walkTo(malika, `/desk/tickets/${twin.id}`)
    await expect(
      malika
        .locator('section', { has: malika.getByRole('heading', { name: 'Похожие тикеты' }) })
        .getByRole('link', { name: new RegExp(`№${number} `) }),
    ).toBeVisible()
    await malika.getByRole('button', { name: 'Объединить…' }).click()
    const dialog = malika.getByRole('dialog', { name: 'Объединить с другим тикетом' })
    await expect(dialog.getByRole('button', { name: `Объединить с №${number}`, exact: true })).toBeVisible()
    await expectAccessible(malika, DIALOG)
    await picture(malika, 'merge')
    await dialog.getByRole('button', { name: `Объединить с №${number}`, exact: true }).click()
    const both = malika.getByRole('dialog', { name: /^Объединить №\d+ с №\d+\?$/ })
    await expect(both.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(malika, DIALOG)
    await both.getByRole('button', { name: 'Объединить', exact: true }).click()
    // It can be undone for five seconds, and for as long as it has the focus.
    const undo = malika.getByRole('status').getByRole('button', { name: 'Отменить' })
    await undo.focus()
    await expect(malika).toHaveURL(new RegExp(`/desk/tickets/${id}$`))
    for (const page of [malika, bakhtiyor, timur])
      await expect(messages(page).getByText('Терминал опять не проводит оплату картой')).toBeVisible()
    await undo.press('Enter')
    await expect(messages(timur).getByText('Терминал опять не проводит оплату картой')).toHaveCount(0)
    await desk(mergeTicket, { params: { ticketId: String(twin.id) }, body: { into: String(id) } })
    // The old number redirects, on a phone too.
    await timur.goto(`/2/tickets/${twin.id}`)
    await expect(timur).toHaveURL(new RegExp(`/2/tickets/${id}$`))
    await reply(timur).fill('И у нас на баре')
    await reply(timur).press('Control+Enter')
    for (const page of [malika, bakhtiyor, timur])
      await expect(messages(page).getByText('И у нас на баре')).toBeVisible()
    await expectAccessible(timur)
    await expect(malika.getByText(`№${twin.number} · Азиза`)).toBeVisible()
    await expectAccessible(malika)
    await picture(malika, 'relations')
    await lookAtDialog()
  })

  await test.step('an agent’s network goes for a minute, the database for two seconds: nothing is lost', async () => {
    await bakhtiyor.context().setOffline(true)
    await reply(bakhtiyor).fill('Банк чинит, ждём')
    await reply(bakhtiyor).press('Control+Enter')
    await expect(messages(bakhtiyor).getByText('Ждёт сети')).toBeVisible()
    await world.moveClock(60_000)
    await bakhtiyor.clock.fastForward(60_000)
    await expect(messages(bakhtiyor).getByText('Ждёт сети')).toBeVisible()
    // Reconnecting clients are disconnected again.
    await world.sql(`do $$ begin
      for turn in 1..20 loop
        perform pg_stat_clear_snapshot();
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
        perform pg_sleep(0.1);
      end loop;
    end $$`)
    await bakhtiyor.context().setOffline(false)
    await expect(messages(timur).getByText('Банк чинит, ждём')).toBeVisible()
    await expect(messages(malika).getByText('Банк чинит, ждём')).toHaveCount(1)
  })

  await test.step('handed over with a word, put right, closed by the colleague', async () => {
    await assignee('Бахтиёр').click()
    await bakhtiyor.getByRole('menuitem', { name: 'Передать…' }).click()
    const dialog = bakhtiyor.getByRole('dialog', { name: 'Передать тикет' })
    await dialog.getByRole('combobox', { name: 'Кому' }).selectOption({ label: 'Малика Исмаилова' })
    const word = dialog.getByRole('textbox', { name: 'Пара слов коллеге' })
    await word.fill('Ждём банк')
    await expectAccessible(bakhtiyor, DIALOG)
    // No key, Back or reload discards typed text without a question; the user can continue editing.
    const question = bakhtiyor.getByRole('alertdialog', { name: 'Закрыть без сохранения?' })
    await bakhtiyor.keyboard.press('Escape')
    await inBothThemes(bakhtiyor, () => expectAccessible(bakhtiyor))
    await question.getByRole('button', { name: 'Вернуться' }).click()
    const opened = bakhtiyor.url()
    await bakhtiyor.goBack()
    await expect(question).toBeVisible()
    await bakhtiyor.goBack()
    await expect(question).toBeHidden()
    await expect(word).toHaveValue('Ждём банк')
    // The event that a reload sends.
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(await bakhtiyor.evaluate(isHeld)).toBe(true)
    expect(bakhtiyor.url()).toBe(opened)
    await dialog.getByRole('button', { name: 'Передать' }).click()
    await expect(assignee('Малика')).toBeVisible()
    await malika.getByRole('combobox', { name: 'Срочность' }).selectOption({ label: 'Высокая' })
    await expect(bakhtiyor.getByRole('combobox', { name: 'Срочность' })).toHaveValue('high')
    await expect(bakhtiyor.getByText('«Ждём банк»')).toBeVisible()
    await expectAccessible(malika)
    await malika.getByRole('button', { name: 'Закрыть тикет' }).click()
    await expect(malika.getByText(`Тикет №${number} закрыт`)).toBeVisible()
  })

  await test.step('what was answered becomes a draft, and what is not carried over is said', async () => {
    await malika.getByRole('button', { name: 'Сделать материал' }).click()
    await expect(malika.getByText(/^Черновик «Терминал не проводит оплату картой»/)).toBeVisible()
    await expect(malika.getByText(/^Не перенесено: имён — [1-9]/)).toBeVisible()
    await expect(malika.getByRole('link', { name: 'Открыть черновик' })).toBeVisible()
    await expectAccessible(malika)
    await picture(malika, 'article')
  })

  await test.step('rated by one tap and a word, and never asked again', async () => {
    const asked = timur.getByRole('group', { name: 'Мы помогли?' })
    await expect(asked).toBeVisible()
    await expectAccessible(timur)
    await asked.getByRole('button', { name: 'Да' }).click()
    await timur.getByRole('textbox', { name: 'Пара слов, если хотите' }).fill('Быстро')
    await timur.getByRole('button', { name: 'Добавить' }).click()
    await expect(timur.getByText('Спасибо за оценку')).toBeVisible()
    await timur.reload()
    await expect(timur.getByText('Спасибо за оценку')).toBeVisible()
    await expect(asked).toHaveCount(0)
  })
  await test.step('found by another form of a word, marked where it stands', async () => {
    // As after an upgrade, while older messages are still being indexed.
    await world.sql('insert into message_words_fill values (0)')
    await walkTo(malika, '/desk/')
    await malika.getByRole('searchbox', { name: 'Найти тикет' }).fill('терминалы картой')
    const found = malika.getByRole('region', { name: 'Найденные тикеты' })
    await expect(found.getByText(/^После обновления сообщения ещё попадают в поиск/)).toBeVisible()
    await expect(found.getByRole('link', { name: new RegExp(`№${number} `) })).toBeVisible()
    await expect(found.locator('mark').first()).toHaveText('Терминал')
    await expectAccessible(malika)
    await found.getByRole('link', { name: new RegExp(`№${number} `) }).click()
    await expect(messages(malika).getByText('Уже перезагрузили')).toBeVisible()
  })
  await malika.getByText('Быстро').scrollIntoViewIfNeeded()
  await picture(malika, 'rating')
  await malika.setViewportSize(PHONE)
  await malika.getByRole('button', { name: 'Клиент' }).click()
  await expect(malika.getByText('Быстро')).toBeVisible()
  await expectAccessible(malika)
})
