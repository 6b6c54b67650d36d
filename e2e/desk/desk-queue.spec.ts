import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { sendReply } from '@podmoga/contract/tickets'
import { picture } from '../lib/guide.ts'
import { expectFine } from '../lib/looks.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, inBothThemes, LOSING, MOVING, SIZES, signIn, test } from '../lib/world.ts'

test.use({ ...MOVING, ...LOSING })

test('the queue is narrowed, kept under a name, changed many at once and commanded by the keyboard', async ({
  page,
  world,
}) => {
  await world.sql(`
    with made as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, topic, status, message_count,
        last_message, last_message_at, waiting_since, created_at, priority, tags)
      select 2, 1, 500000 + n, (select id from people where email = 'timur@demo.test'), 'technical_issue', 'pos',
        'awaiting_response', 1, 'Вопрос ' || n, now() - n * interval '1 minute', now() - n * interval '1 minute',
        now() - n * interval '1 minute', case when n % 4 = 0 then 'urgent' else 'normal' end,
        case when n % 2 = 0 then array['возврат'] else '{}'::text[] end
      from generate_series(1, 400) n returning id, author_id, last_message, created_at
    )
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select id, 1, author_id, false, last_message, created_at from made`)
  await world.sql(`insert into tags (business_id, name) values (1, 'возврат') on conflict do nothing`)
  const rows = page.locator('main:not(.before-main) [data-ticket]')
  const box = (text: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('checkbox', { name: /^Выбрать тикет/ })
  /** Checks an overlay of the queue on a phone, where it has the least space. */
  const lookAtDialog = async () => {
    await page.setViewportSize(SIZES.phone)
    await inBothThemes(page, () => expectAccessible(page, '[role="dialog"]'))
    await page.setViewportSize(SIZES.desktop)
  }
  await page.setViewportSize(SIZES.desktop)
  await signIn(page, 'agent', '/desk/')

  await test.step('as many whole tickets are in sight as a day needs, in rows of either height', async () => {
    /** The position of the first row, and the number of fully visible rows. */
    const inSight = async () => {
      await expect(rows.first()).toBeVisible()
      return rows.evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect())
        const whole = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
        return { top: Math.round(boxes[0]?.top ?? 0), whole: whole.length }
      })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await inSight()).top).toBeLessThanOrEqual(150)
    expect((await inSight()).whole).toBeGreaterThanOrEqual(8)
    // Half the size of the window, like 200 % zoom.
    await page.setViewportSize({ width: 720, height: 450 })
    await expect.poll(async () => (await inSight()).whole).toBeGreaterThanOrEqual(3)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Фильтры', exact: true }).click()
    const rowsOf = page.getByRole('combobox', { name: 'Строки очереди' })
    await rowsOf.selectOption('dense')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await inSight()).whole).toBeGreaterThanOrEqual(14)
    await picture(page, 'queue-dense')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Фильтры', exact: true }).click()
    await rowsOf.selectOption('comfortable')
    await page.keyboard.press('Escape')
    await page.setViewportSize(SIZES.desktop)
  })

  await test.step('filters stand in the address and as chips; a link opens the same', async () => {
    await page.getByRole('button', { name: 'Фильтры', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Фильтры' })
    await dialog.getByRole('combobox', { name: 'Метка' }).selectOption('возврат')
    await dialog.getByRole('combobox', { name: 'Срочность' }).selectOption('urgent')
    await lookAtDialog()
    // Back closes it too, and the selection stays.
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: /^Фильтры/ })).toBeFocused()
    await expect(page).toHaveURL(/tag=%D0%B2.*&priority=urgent$/)
    await page.reload()
    await expect(rows.first()).toContainText('Вопрос 400')
    await expect(rows.nth(1)).toContainText('Вопрос 396')
    await picture(page, 'queue')
    await expect(page.getByRole('button', { name: 'Убрать фильтр «Срочность: Срочно»' })).toBeVisible()
  })

  await test.step('saved for the team', async () => {
    await page.getByRole('button', { name: 'Сохранённые' }).click()
    const dialog = page.getByRole('dialog', { name: 'Сохранённые фильтры' })
    await dialog.getByRole('textbox').fill('Срочные возвраты')
    await dialog.getByRole('checkbox', { name: 'Для всей команды' }).check()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(
      dialog.getByRole('button', { name: /^Срочные возвраты.*больше 99|^Срочные возвраты 100/ }),
    ).toBeVisible()
    await lookAtDialog()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Убрать фильтр «Срочность: Срочно»' }).click()
    await expect(rows.nth(1)).toContainText('Вопрос 398')
  })

  await test.step('picked by Shift and by keys, changed at once, told what could not be, taken back', async () => {
    const bar = page.getByRole('region', { name: 'Выбранные тикеты' })
    await box('Вопрос 400').click()
    await expect(bar.getByText('Выбрано: 1')).toBeVisible()
    await box('Вопрос 394').click({ modifiers: ['Shift'] })
    await expect(bar.getByText('Выбрано: 4')).toBeVisible()
    await rows.filter({ hasText: 'Вопрос 392' }).focus()
    await page.keyboard.press('KeyX')
    await expect(bar.getByText('Выбрано: 5')).toBeVisible()
    await expectFine(page)
    await page.setViewportSize(SIZES.desktop)
    await picture(page, 'many')
    await world.sql(`update tickets set status = 'processed', closed_at = now() where number = 500396`)
    await bar.getByRole('button', { name: 'Закрыть' }).click()
    await expect(bar.getByText('Сделано: 4')).toBeVisible()
    await expect(bar.getByText('№500396: тикет закрыт')).toBeVisible()
    await bar.getByRole('button', { name: 'Отменить' }).click()
    // Returning tickets wait behind the pill like new ones; they may come one by one, so it may be pressed more than once.
    const pill = page.getByRole('button', { name: /нов(?:ый|ых)/ })
    await expect(async () => {
      if (await pill.isVisible()) await pill.click({ timeout: 1000 })
      await expect(rows.first()).toContainText('Вопрос 400', { timeout: 1000 })
    }).toPass()
    await expect
      .poll(() =>
        world.sql(`select count(*)::int as n from tickets where status = 'processed' and number > 500000`),
      )
      .toEqual([{ n: 1 }])
    await bar.getByRole('button', { name: 'Понятно' }).click()
  })

  await test.step('all of a view is picked and changed by one key, and Z takes it back', async () => {
    const bar = page.getByRole('region', { name: 'Выбранные тикеты' })
    await box('Вопрос 398').click()
    await bar.getByRole('button', { name: /^Выбрать все \d+$/ }).click()
    await expect(bar.getByText('Выбрано: 199')).toBeVisible()
    const high = () =>
      world.sql(`select count(*)::int as n from tickets where number > 500000 and priority = 'high'`)
    await page.keyboard.press('KeyP')
    const list = page.getByRole('dialog', { name: 'Срочность: выбрано тикетов: 199' })
    await list.getByRole('combobox').fill('выс')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(bar.getByText('Сделано: 199')).toBeVisible()
    expect(await high()).toEqual([{ n: 199 }])
    await page.keyboard.press('KeyZ')
    await expect.poll(high).toEqual([{ n: 0 }])
    await bar.getByRole('button', { name: 'Понятно' }).click()
  })

  await test.step('however many rows are loaded, only those near the eye are drawn', async () => {
    await walkTo(page, '/desk/?restaurant=2')
    // The next page loads by itself, on scrolling and on J.
    const list = page.getByRole('tabpanel')
    await expect
      .poll(
        async () => {
          await list.evaluate((one) => one.scrollTo(0, one.scrollHeight))
          return rows.last().textContent()
        },
        // Each attempt loads at most one of fourteen pages.
        { intervals: [100] },
      )
      .toMatch(/Вопрос 1$/)
    expect(await rows.count()).toBeLessThan(80)
    await list.evaluate((one) => one.scrollTo(0, 0))
    await expect(rows.first()).toBeInViewport()

    // Rows that scroll under a resting mouse are not prefetched, only those onto which the mouse is moved.
    const asked: (string | undefined)[] = []
    page.on('request', (sent) => {
      const id = /desk\/tickets\/(\d+)\/$/.exec(new URL(sent.url()).pathname)?.[1]
      if (id !== undefined) asked.push(id)
    })
    const moveOnto = async (at: number) => {
      await rows.nth(at).hover()
      // Read after the move: a list that has just been scrolled may still render other rows.
      const id = (await page.locator('[data-ticket]:hover').getAttribute('data-ticket')) ?? ''
      await expect.poll(() => asked).toContain(id)
      return id
    }
    const first = await moveOnto(2)
    for (let i = 1; i <= 8; i += 1) {
      await page.mouse.wheel(0, 700)
      await expect.poll(() => list.evaluate((one) => one.scrollTop)).toBeGreaterThan(i * 600)
    }
    const last = await moveOnto(12)
    expect(asked).toEqual([first, last])
  })

  await test.step('the palette opens a saved filter and a ticket by its number, from inside a field too', async () => {
    await page.getByRole('searchbox', { name: 'Найти тикет' }).focus()
    await page.keyboard.press('Control+KeyK')
    const palette = page.getByRole('dialog', { name: 'Команды' })
    const field = palette.getByRole('combobox', { name: 'Что сделать или открыть' })
    await expect(field).toBeFocused()
    await field.fill('возвраты')
    await expect(palette.getByRole('option', { name: /Срочные возвраты/ })).toBeVisible()
    await lookAtDialog()
    await picture(page, 'commands')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tag=%D0%B2.*&priority=urgent$/)
    await expect(palette).toHaveCount(0)
    await page.keyboard.press('Control+KeyK')
    await field.fill('№ 500398')
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/№500398/)
    await expect(palette).toHaveCount(0)
    await page.keyboard.press('Control+KeyK')
    await field.fill('назначить мне')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Исполнитель: Бахтиёр' })).toBeVisible()
  })

  await test.step('what is done to a ticket is a key away, and Z takes the last of it back', async () => {
    await page.keyboard.press('KeyL')
    await page
      .getByRole('dialog', { name: /^Метка/ })
      .getByRole('combobox')
      .fill('Касса')
    await page.keyboard.press('Enter')
    const tags = page.getByRole('button', { name: 'Метки: возврат, касса' })
    await expect(tags).toBeVisible()
    await page.keyboard.press('KeyZ')
    await expect(page.getByRole('button', { name: 'Метки: возврат', exact: true })).toBeVisible()
  })

  await test.step('a colleague who has answered first is told of over the field; the draft gives way, and comes back', async () => {
    const reply = page.getByRole('textbox', { name: 'Ответ' })
    await reply.fill('Я тоже пишу')
    await world.sql(`
      insert into desk_members (person_id, business_id, role)
      select person_id, business_id, 'agent' from desk_members where role = 'editor' on conflict do nothing`)
    const [ticket] = await world.sql(`select id from tickets where number = 500398`)
    await (await world.as('editor'))(sendDeskReply, {
      params: { ticketId: String(ticket?.id) },
      form: { text: 'Уже всё сделали' },
    })
    await expect(page.getByText(/^Пока вы писали, ответил коллега: /)).toBeVisible()
    await reply.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Отправить всё равно' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Взять его ответ' }).click()
    await expect(reply).toHaveValue('')
    await page.getByRole('button', { name: 'Вернуть черновик' }).click()
    await expect(reply).toHaveValue('Я тоже пишу')
    await reply.fill('')
    await reply.press('Escape')
  })

  await test.step('without a network what is done waits in sight, and goes once there is one', async () => {
    await page.context().setOffline(true)
    await page.keyboard.press('KeyP')
    await page
      .getByRole('dialog', { name: /^Срочность/ })
      .getByRole('combobox')
      .fill('низ')
    await page.keyboard.press('Enter')
    const waiting = page.getByRole('list', { name: 'Ждёт сети' })
    await expect(waiting.getByText('Ждёт сети — Срочность: Низкая')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Срочность: Низкая', exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await expect
      .poll(() => world.sql(`select priority from tickets where number = 500398`))
      .toEqual([{ priority: 'low' }])
    await expect(waiting).toHaveCount(0)
  })

  await test.step('whoever looks elsewhere is called by the title until they look again', async () => {
    const look = (isHere: boolean) =>
      page.evaluate((is) => {
        document.hasFocus = () => is
        if (is) window.dispatchEvent(new Event('focus'))
      }, isHere)
    await look(false)
    const [ticket] = await world.sql(`select id from tickets where number = 500398`)
    await (await world.as('timur', '2'))(sendReply, {
      params: { ticketId: String(ticket?.id) },
      form: { text: 'Спасибо, а второй чек?' },
    })
    await expect(page).toHaveTitle(/^\(1\) Тикет №500398/)
    await look(true)
    await expect(page).toHaveTitle(/^Тикет №500398/)
  })

  await test.step('the panes beside a ticket give way to a key, and stay away until it is pressed again', async () => {
    const queue = page.getByRole('region', { name: 'Очередь' })
    const customer = page.getByRole('complementary', { name: 'Клиент' })
    await queue.getByRole('heading', { name: 'Очередь' }).focus()
    await page.keyboard.press('BracketLeft')
    await expect(queue).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('BracketRight')
    await expect(customer).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Исполнитель: Бахтиёр' })).toBeVisible()
    await expect(queue).toBeHidden()
    await expect(customer).toHaveCount(0)
    await page.keyboard.press('BracketLeft')
    await page.keyboard.press('BracketRight')
    await expect(queue).toBeVisible()
    await expect(customer).toBeVisible()
  })

  await test.step('the palette opens in another room too, and leads back', async () => {
    const opened = page.url()
    await page.getByRole('link', { name: 'База знаний', exact: true }).click()
    await expect(page.getByText(/^Выберите материал/)).toBeVisible()
    await page.keyboard.press('Shift+Slash')
    await expect(page.getByRole('dialog', { name: 'Клавиши' })).toContainText('Скрыть или показать очередь')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+KeyK')
    const palette = page.getByRole('dialog', { name: 'Команды' })
    await palette.getByRole('combobox', { name: 'Что сделать или открыть' }).fill('500398')
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/№500398/)
    await expect(palette).toHaveCount(0)
    await walkTo(page, opened)
    await expect(page.getByRole('button', { name: 'Исполнитель: Бахтиёр' })).toBeVisible()
  })

  await test.step('a reply that is sent leads to the next ticket, once that was chosen', async () => {
    await page.getByRole('button', { name: 'После отправки' }).click()
    await page.getByRole('menuitem', { name: 'Перейти к следующему' }).click()
    await page.getByRole('textbox', { name: 'Ответ' }).fill('Посмотрим')
    await page.getByRole('button', { name: 'Отправить и следующий' }).click()
    await expect(page).toHaveTitle(/№500400/)
    await expect
      .poll(() => world.sql(`select text from messages where text = 'Посмотрим'`))
      .toEqual([{ text: 'Посмотрим' }])
  })
})
