import type { Locator, Page, Route } from '@playwright/test'
import { mergeTicket } from '@podmoga/contract/desk/relations'
import { closeTicket, reopenTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, editTicket } from '@podmoga/contract/desk/work'
import { REFUSAL_TEXTS } from '@podmoga/contract/texts.ru'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { pdf } from '../lib/samples.ts'
import { expect, signIn, test, type World } from '../lib/world.ts'

// More tickets than a cook writes in ten minutes.
test.use({ env: { RATE_LIMITS: 'off' } })

const WIDE = { width: 1440, height: 900 }
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Ответ' })
const note = (page: Page) => page.getByRole('textbox', { name: 'Заметка' })
const messages = (page: Page) => page.getByRole('region', { name: 'Сообщения' })

/** A second agent, a ticket of two messages for whoever asks, and what a colleague does over the contract. */
const openDesk = async (page: Page, world: World) => {
  await world.sql(`
    insert into desk_members (person_id, business_id, role)
    select id, 1, 'agent' from people where email = 'editor@demo.test'`)
  await page.setViewportSize(WIDE)
  await signIn(page, 'agent', '/desk/')
  const cook = await world.as('timur', '2')
  const newTicket = async (text = 'Касса молчит') => {
    const made = await cook(createTicket, { form: { category: 'other', initial_message: text } })
    const params = { ticketId: String(made.id) }
    await cook(sendReply, { params, form: { text: `${text}, и ещё` } })
    return { ...params, number: made.number ?? 0, params }
  }
  return { colleague: await world.as('editor'), own: await world.as('agent'), newTicket }
}

/** By the keyboard: what loads above moves the button from under a mouse. */
const press = (page: Page, name: string) => button(page, name).press('Enter')

const BUSY = 'Сервер занят, попробуйте через минуту.'
const REFUSED = 'Так сейчас нельзя.'
const answers = (status: number, code: string, error: string) => (route: Route) =>
  route.fulfill({ status, json: { code, error } })

/** What may become of a submit, and what is then said; of an error of our own, whatever the form says of itself. */
const FAILURES: readonly (readonly [said: string | null, fail: (route: Route) => Promise<unknown>])[] = [
  [null, answers(500, 'internal', 'Internal server error')],
  [REFUSED, answers(409, 'limit_reached', REFUSED)],
  [BUSY, answers(503, 'unavailable', BUSY)],
  // It arrives, but its answer does not.
  ['Нет связи с сервером', (route) => route.fetch().then(() => route.abort())],
]

interface Form {
  /** The call that fails. */
  call: RegExp
  failed: string
  press: Locator
  /** What was typed, and stays. */
  words?: readonly (readonly [field: Locator, text: string])[]
  /** What was chosen, and stays. */
  stays?: Locator
  /** How often it has been done, in SQL. */
  done: string
}

test('a submit that fails says why, keeps every word and file, and is done once when it is pressed again', async ({
  page,
  world,
}) => {
  test.slow()
  const { own, newTicket } = await openDesk(page, world)
  const [one, closed, split, twin, other] = [
    await newTicket(),
    await newTicket('Закрытый'),
    await newTicket('Два вопроса'),
    await newTicket('Двойник'),
    await newTicket('Соседний'),
  ]
  await own(assignTicket, { params: one.params, body: {} })
  await own(closeTicket, { params: closed.params })
  const file = { ...pdf(), name: 'Памятка.pdf' }
  const at = async ({ ticketId }: { ticketId: string }) => {
    await page.goto(`/desk/tickets/${ticketId}`)
    await expect(messages(page).getByRole('article')).not.toHaveCount(0)
  }
  const submit = async ({ call, failed, press, words = [], stays, done }: Form) => {
    for (const [said, fail] of FAILURES) {
      await page.route(call, (route) =>
        route.request().method() === 'POST' ? fail(route) : route.fallback(),
      )
      await press.click()
      await expect(page.getByText(said ?? failed).first()).toBeVisible()
      await expect(page.getByText('Internal server error')).toHaveCount(0)
      await page.unroute(call)
      for (const [field, text] of words) await expect(field).toHaveValue(text)
      if (stays !== undefined) await expect(stays).toBeVisible()
    }
    await press.click()
    const count = async () => Number((await world.sql(`select count(*) as n from ${done}`))[0]?.n)
    await expect.poll(count, done).toBe(1)
    // What was sent does not stand there to be sent once more.
    const left = (field: Locator) =>
      field.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    for (const [field, text] of words) await expect.poll(() => left(field)).not.toContain(text)
  }
  const gone = (name: string) => expect(dialog(page, name)).toHaveCount(0)

  await test.step('a note with a file', async () => {
    await at(one)
    await page.getByRole('tab', { name: 'Заметка' }).click()
    await note(page).fill('Звонила в банк')
    await page.getByLabel('Файлы', { exact: true }).setInputFiles(file)
    await submit({
      call: /\/notes\/$/,
      failed: 'Не удалось сохранить заметку',
      press: button(page, 'Сохранить заметку'),
      words: [[note(page), 'Звонила в банк']],
      stays: button(page, 'Удалить Памятка.pdf'),
      done: `notes where text = 'Звонила в банк'`,
    })
    await expect(button(page, 'Удалить Памятка.pdf')).toHaveCount(0)
    // Whatever is written while one is being saved is the next note.
    await note(page).fill('Первая')
    await page.route(/\/notes\/$/, async (route) => {
      await note(page).press('End')
      await note(page).pressSequentially(' и вторая')
      await route.continue()
    })
    await button(page, 'Сохранить заметку').click()
    await expect(note(page)).toHaveValue('и вторая')
    await page.unroute(/\/notes\/$/)
    await note(page).fill('')
    await page.getByRole('tab', { name: 'Ответ', exact: true }).click()
  })

  await test.step('handing over', async () => {
    await page.getByRole('button', { name: 'Исполнитель: Бахтиёр' }).click()
    await page.getByRole('menuitem', { name: 'Передать…' }).click()
    const over = dialog(page, 'Передать тикет')
    await over.getByRole('combobox', { name: 'Кому' }).selectOption({ label: 'Малика Исмаилова' })
    const word = over.getByRole('textbox', { name: 'Пара слов коллеге' })
    await word.fill('Ждём банк')
    // Whoever has it already cannot be given it once more: here the answer comes first.
    await page.route(/\/assign\/$/, answers(500, 'internal', 'Internal server error'))
    await button(over, 'Передать').click()
    await expect(over.getByText('Не удалось назначить')).toBeVisible()
    await page.unroute(/\/assign\/$/)
    await expect(word).toHaveValue('Ждём банк')
    await button(over, 'Передать').click()
    await gone('Передать тикет')
    expect(await world.sql(`select count(*)::int as n from ticket_log where word = 'Ждём банк'`)).toEqual([
      { n: 1 },
    ])
  })

  await test.step('a template, its change and its file', async () => {
    await button(page, 'Шаблон').click()
    const list = dialog(page, 'Шаблоны ответов')
    await button(list, 'Новый шаблон').click()
    const form = dialog(page, 'Новый шаблон').or(dialog(page, 'Изменить'))
    const [title, text] = ['Название', 'Текст'].map((name) => form.getByRole('textbox', { name }))
    if (title === undefined || text === undefined) throw new Error('no fields')
    await title.fill('Лента')
    await text.fill('Замените ленту')
    const failed = 'Не удалось сохранить шаблон'
    const press = button(form, 'Сохранить шаблон')
    await submit({
      call: /\/desk\/canned\/$/,
      failed,
      press,
      words: [
        [title, 'Лента'],
        [text, 'Замените ленту'],
      ],
      done: `canned_replies where title = 'Лента' and text = 'Замените ленту'`,
    })
    await button(list, 'Изменить').click()
    await text.fill('Замените ленту, пожалуйста')
    await submit({
      call: /\/desk\/canned\/\d+\/$/,
      failed,
      press,
      words: [[text, 'Замените ленту, пожалуйста']],
      done: `canned_replies where text = 'Замените ленту, пожалуйста'`,
    })
    await button(list, 'Изменить').click()
    await form.getByLabel('Файлы шаблона').last().setInputFiles(file)
    await submit({
      call: /\/desk\/canned\/\d+\/files\/$/,
      failed,
      press,
      stays: button(form, 'Удалить Памятка.pdf'),
      done: `canned_files where file_name = 'Памятка.pdf'`,
    })
    await list.getByRole('button', { name: 'Закрыть' }).click()
  })

  await test.step('links, a message that is taken out, two that become one', async () => {
    const number = page.getByRole('dialog').getByRole('textbox', { name: 'Номер тикета' })
    await press(page, 'Связать…')
    await number.fill(String(other.number))
    await button(page.getByRole('dialog'), 'Найти').click()
    await submit({
      call: /\/link\/$/,
      failed: 'Не удалось',
      press: button(page, `Связать с №${other.number}`),
      words: [[number, String(other.number)]],
      done: `ticket_links where ${one.ticketId} in (one_id, other_id)`,
    })
    // The stream would tell of the split whose answer is lost, and take the message out of the list.
    await page.route('**/api/desk/events/**', (route) => route.abort())
    await at(split)
    await press(page, 'Разделить…')
    await submit({
      call: /\/split\/$/,
      failed: 'Не удалось',
      press: button(page, 'Вынести: Два вопроса, и ещё'),
      done: `ticket_links where kind = 'split'`,
    })
    await gone('Вынести сообщение в новый тикет')
    await page.unroute('**/api/desk/events/**')
    await at(twin)
    await press(page, 'Объединить…')
    await number.fill(String(other.number))
    await button(page.getByRole('dialog'), 'Найти').click()
    await button(page, `Объединить с №${other.number}`).click()
    await submit({
      call: /\/merge\/$/,
      failed: 'Не удалось',
      press: page.getByRole('dialog').getByRole('button', { name: 'Объединить', exact: true }),
      done: `ticket_merges where ticket_id = ${twin.ticketId}`,
    })
    await expect(page).toHaveURL(new RegExp(`/desk/tickets/${other.ticketId}$`))
  })

  await test.step('a ticket that goes on', async () => {
    await at(closed)
    await press(page, 'Продолжить новым…')
    const first = page.getByRole('textbox', { name: 'Первое сообщение' })
    await first.fill('Банк ответил')
    await submit({
      call: /\/follow-up\/$/,
      failed: 'Не удалось',
      press: button(page, 'Создать тикет'),
      words: [[first, 'Банк ответил']],
      done: `messages where text = 'Банк ответил'`,
    })
  })

  await test.step('filters that are kept, and called otherwise', async () => {
    await page.goto('/desk/?tag=%D0%BA%D0%B0%D1%81%D1%81%D0%B0')
    await button(page, 'Сохранённые').click()
    const views = dialog(page, 'Сохранённые фильтры')
    const name = views.getByRole('textbox')
    await name.fill('Касса')
    const press = button(views, 'Сохранить')
    const failed = 'Не удалось сохранить'
    await submit({
      call: /\/desk\/views\/$/,
      failed,
      press,
      words: [[name, 'Касса']],
      done: `saved_views where name = 'Касса'`,
    })
    await button(views, 'Действия: Касса').click()
    await page.getByRole('menuitem', { name: 'Переименовать' }).click()
    await name.fill('Кассы')
    await submit({
      call: /\/desk\/views\/\d+\/$/,
      failed,
      press,
      words: [[name, 'Кассы']],
      done: `saved_views where name = 'Кассы'`,
    })
  })

  await test.step('a tag for several, and one beside the conversation', async () => {
    await page.goto('/desk/?tab=open')
    await page
      .getByRole('checkbox', { name: /^Выбрать тикет/ })
      .first()
      .click()
    await button(page, 'Метка').click()
    const tag = dialog(page, 'Метка для выбранных').getByRole('combobox', { name: 'Метка' })
    await tag.fill('возврат')
    await submit({
      call: /\/tickets\/many\/$/,
      failed: 'Не удалось изменить тикеты',
      press: button(dialog(page, 'Метка для выбранных'), 'Добавить'),
      words: [[tag, 'возврат']],
      done: `tickets where 'возврат' = any(tags)`,
    })
    await gone('Метка для выбранных')
    await at(one)
    const tags = page.getByRole('combobox', { name: 'Метки' })
    await tags.fill('банк')
    await page.route(/\/edit\/$/, answers(503, 'unavailable', BUSY))
    await button(page, 'Сохранить метки').click()
    await expect(page.getByText(BUSY).first()).toBeVisible()
    await expect(tags).toHaveValue('банк')
    await page.unroute(/\/edit\/$/)
    await button(page, 'Сохранить метки').click()
    await expect(button(page, 'Сохранить метки')).toHaveCount(0)
    expect(await world.sql(`select tags from tickets where id = ${one.ticketId}`)).toEqual([
      { tags: ['банк'] },
    ])
  })
})

test('what a colleague does to a ticket under an agent’s hands is told in words, and takes none of theirs', async ({
  page,
  world,
}) => {
  test.slow()
  const { colleague, newTicket } = await openDesk(page, world)
  const overlay = page.getByRole('dialog')
  const open = async ({ ticketId }: { ticketId: string }) => {
    await page.goto(`/desk/tickets/${ticketId}`)
    await expect(messages(page).getByRole('article')).toHaveCount(2)
  }
  const close = (ticketId: string) => colleague(closeTicket, { params: { ticketId } })
  const reopen = (ticketId: string) => colleague(reopenTicket, { params: { ticketId } })
  const merge = (ticketId: string, into: string) =>
    colleague(mergeTicket, { params: { ticketId }, body: { into } })
  const isAt = (ticketId: string) => expect(page).toHaveURL(new RegExp(`/desk/tickets/${ticketId}$`))

  /** A dialog that is being filled in, what a colleague does meanwhile, and what the submit is told. */
  const dialogs: readonly {
    opens: string
    fill?: () => Promise<unknown>
    submit: string
    meanwhile: (id: string, beside: string) => Promise<unknown>
    told: string
    isClosed?: boolean
  }[] = [
    {
      opens: 'Продолжить новым…',
      fill: () => page.getByRole('textbox', { name: 'Первое сообщение' }).fill('Банк ответил'),
      submit: 'Создать тикет',
      meanwhile: reopen,
      told: REFUSAL_TEXTS.ticket_open,
      isClosed: true,
    },
    {
      opens: 'Продолжить новым…',
      fill: () => page.getByRole('textbox', { name: 'Первое сообщение' }).fill('Банк ответил'),
      submit: 'Создать тикет',
      meanwhile: merge,
      told: REFUSAL_TEXTS.ticket_open,
      isClosed: true,
    },
  ]
  for (const { opens: way, fill, submit, meanwhile, told, isClosed = false } of dialogs) {
    const [one, beside] = [await newTicket(), await newTicket('Рядом')]
    if (isClosed) await close(one.ticketId)
    await open(one)
    await press(page, way)
    await fill?.()
    const heard = page.waitForResponse(/\/related\/$/)
    await meanwhile(one.ticketId, beside.ticketId)
    // The page has been told, and drawn it.
    await heard
    await button(overlay, submit).click()
    await expect(overlay.getByText(told)).toBeVisible()
    if (fill) await expect(overlay.getByRole('textbox')).toHaveValue('Банк ответил')
    await expect(button(overlay, submit)).toBeEnabled()
    await overlay.getByRole('button', { name: 'Закрыть' }).click()
    if (fill) await button(page, 'Не сохранять').click()
    await expect(overlay).toHaveCount(0)
    await isAt(meanwhile === merge ? beside.ticketId : one.ticketId)
  }

  await test.step('handing over what a colleague closes', async () => {
    const one = await newTicket()
    await colleague(assignTicket, { params: one.params, body: {} })
    await open(one)
    await page.getByRole('button', { name: /^Исполнитель: Малика/ }).click()
    await page.getByRole('menuitem', { name: 'Передать…' }).click()
    await overlay.getByRole('combobox', { name: 'Кому' }).selectOption({ index: 1 })
    const word = overlay.getByRole('textbox', { name: 'Пара слов коллеге' })
    await word.fill('Ждём банк')
    await close(one.ticketId)
    await expect(page.getByText('Обработан', { exact: true }).first()).toBeAttached()
    await button(overlay, 'Передать').click()
    await expect(overlay.getByText(REFUSAL_TEXTS.ticket_closed)).toBeVisible()
    await expect(word).toHaveValue('Ждём банк')
    await button(overlay, 'Отмена').click()
  })

  await test.step('two that are to be one are merged elsewhere: the other pair is left alone', async () => {
    const [one, two, three] = [await newTicket(), await newTicket('Второй'), await newTicket('Третий')]
    await open(one)
    await press(page, 'Объединить…')
    await expect(button(overlay, `Объединить с №${two.number}`)).toBeVisible()
    const heard = page.waitForResponse(/\/related\/$/)
    await merge(one.ticketId, three.ticketId)
    await heard
    await button(overlay, `Объединить с №${two.number}`).click()
    await overlay.getByRole('button', { name: 'Объединить', exact: true }).click()
    await expect(overlay.getByText(REFUSAL_TEXTS.merged_already)).toBeVisible()
    await overlay.getByRole('button', { name: 'Закрыть' }).click()
    await isAt(three.ticketId)
  })

  await test.step('a reply that could not go, and a note, go along to the ticket that stays', async () => {
    // The older one: nothing in it is newer than what the reply's author has seen.
    const into = await newTicket('Остаётся')
    const one = await newTicket()
    await open(one)
    await page.route(/\/messages\/$/, (route) =>
      route.request().method() === 'POST' ? answers(503, 'unavailable', BUSY)(route) : route.fallback(),
    )
    await reply(page).fill('Не ушло')
    await button(page, 'Отправить').click()
    await expect(messages(page).getByText('Не отправлено')).toBeVisible()
    await page.unroute(/\/messages\/$/)
    await page.getByRole('tab', { name: 'Заметка' }).click()
    await note(page).fill('Звонила в банк')
    await merge(one.ticketId, into.ticketId)
    await isAt(into.ticketId)
    await expect(note(page)).toHaveValue('Звонила в банк')
    await messages(page).getByRole('button', { name: 'Повторить' }).click()
    await expect(messages(page).getByText('Не отправлено')).toHaveCount(0)
    await expect
      .poll(() => world.sql(`select ticket_id::text from messages where text = 'Не ушло'`))
      .toEqual([{ ticket_id: into.ticketId }])
  })

  await test.step('what is being written is there again once a closed ticket is opened; tags of both stay', async () => {
    const one = await newTicket()
    await open(one)
    await reply(page).fill('Сейчас посмотрим')
    const tags = page.getByRole('combobox', { name: 'Метки' })
    await tags.fill('банк')
    await close(one.ticketId)
    await expect(reply(page)).toHaveCount(0)
    await colleague(editTicket, { params: one.params, body: { tags: ['касса'], tags_were: [] } })
    await expect(tags).toHaveValue(/касса/)
    await reopen(one.ticketId)
    await expect(reply(page)).toHaveValue('Сейчас посмотрим')
    await button(page, 'Сохранить метки').click()
    await expect(button(page, 'Сохранить метки')).toHaveCount(0)
    expect(await world.sql(`select tags from tickets where id = ${one.ticketId}`)).toEqual([
      { tags: ['касса', 'банк'] },
    ])
  })
})
