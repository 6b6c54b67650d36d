import { getRules, setRules } from '@podmoga/contract/desk/rules'
import { createTicket } from '@podmoga/contract/tickets'
import { setTextSize } from '../lib/layout.ts'
import { expectFine, expectFineOver } from '../lib/looks.ts'
import { png } from '../lib/samples.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, signIn, test } from '../lib/world.ts'

test.use({ env: { SEED: 'demo,history' } })

// What each form shows, keeps and sends is tested in *.test.tsx of apps/desk/src/service, business/support and
// tickets/macros; the effects in the tests of apps/server/src/service.
test('the head of support sees figures, sets deadlines, groups and rules; an agent reviews and sees what is late; a cook is told when to expect an answer', async ({
  page,
  world,
}) => {
  const cook = await world.as('timur', '2')
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Разделы о поддержке' }).getByRole('link', { name }).click()
  const wide = () => page.setViewportSize({ width: 1440, height: 900 })
  const counted = () => world.sql('select from service_promises where counted_at is not null')
  await expect.poll(async () => (await counted()).length).toBeGreaterThan(0)
  const conditions = {
    ...{ words: ['терминал'], restaurant_ids: [], categories: [], priorities: [], tags: [], score: null },
  }
  const acts = { assignee: null, group: null, tags: ['сеть'], priority: null, note: null, tell_ids: [] }
  const admin = await world.as('admin')
  const { version } = await admin(getRules, {})
  await admin(setRules, {
    body: {
      rules: [
        {
          ...{ id: null, name: 'Терминал', is_on: true, when: 'created', minutes: null, conditions },
          acts: { ...acts, text: 'Проверьте кабель' },
        },
      ],
      version,
    },
  })
  const { id: answered } = await cook(createTicket, {
    form: { category: 'other', initial_message: 'Опять терминал' },
  })
  const fired = `select 1 as is from messages where ticket_id = ${answered} and is_automatic`
  await expect.poll(async () => (await world.sql(fired)).length).toBe(1)

  await test.step('figures are two taps away, and every one leads to its tickets', async () => {
    await signIn(page, 'admin', '/desk/admin')
    await page.getByRole('navigation', { name: 'Комнаты' }).getByRole('link', { name: 'Показатели' }).click()
    await expect(page.getByRole('img', { name: /^Новых тикетов\. Больше всего/ })).toBeVisible()
    const table = page.getByRole('region', { name: 'Таблица показателей' })
    await expect(table.getByRole('columnheader', { name: 'Новых тикетов' })).toBeVisible()
    await expectFine(page)
    await page.getByLabel('Разрез').selectOption({ label: 'По категориям' })
    const link = table
      .getByRole('row', { name: /^Другое/ })
      .getByRole('link')
      .first()
    const opened = Number(await link.textContent())
    expect(opened).toBeGreaterThan(0)
    // By keyboard only.
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Новых тикетов: тикеты' })).toBeVisible()
    await expect(page.locator('#main li')).toHaveCount(Math.min(opened, 50))
    await expectFine(page)
  })

  await test.step('rules, and what they did', async () => {
    await section('Правила')
    await expect(page.getByText('сделано, ответило клиенту')).toBeVisible()
    await expectFine(page)
  })

  await test.step('deadlines and groups', async () => {
    await wide()
    await section('Уровни')
    await expect(page.getByRole('textbox', { name: 'Первый ответ, минут' }).first()).toHaveValue('15')
    await expectFine(page)
    await walkTo(page, '/desk/admin/groups')
    await page.getByRole('button', { name: 'Добавить группу' }).click()
    await page.getByText('Агенты: 0').click()
    await page.getByText('Бахтиёр', { exact: false }).first().click()
    await page.getByText('Рестораны: Все рестораны').click()
    await expectFine(page)
  })

  await test.step('a restaurant’s health and the state of the installation', async () => {
    await walkTo(page, '/desk/admin/health')
    await page.getByLabel('Ресторан', { exact: true }).selectOption({ label: 'Самса Хаус' })
    await expect(page.getByText(/^На прошлой неделе .* \(обычно/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Что повторяется' })).toContainText('раньше')
    await expect(page.getByRole('region', { name: 'Кто не входил' })).toContainText('Севара Турсунова')
    await expectFine(page)
    await walkTo(page, '/desk/admin/state')
    await expect(page.getByText('Ни одной ещё не было: если диск сломается, всё пропадёт.')).toBeVisible()
    await expect(page.getByText(/^Свободно \d+.%/)).toBeVisible()
    await expectFine(page)
  })

  await test.step('a ticket is reviewed without names', async () => {
    await signIn(page, 'agent', '/desk/service/quality')
    const list = page.getByRole('region', { name: 'На проверку' })
    await expect(list.getByRole('listitem').first()).toContainText('Неделя с')
    await expect(page.getByRole('region', { name: 'Слова к оценкам' })).toContainText('Самса Хаус')
    await expectFine(page)
    await list.getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Переписка' })).not.toContainText('Дилноза')
    await page.getByRole('button', { name: 'Сохранить проверку' }).click()
    await expect(page.getByText('Ответьте на этот вопрос')).toHaveCount(5)
    await expectFine(page)
    for (const select of await page.getByRole('combobox').all()) await select.selectOption({ label: 'Да' })
    await page.getByRole('button', { name: 'Сохранить проверку' }).click()
    await expect(page.getByRole('heading', { name: 'Проверено: 10 из 10' })).toBeFocused()
    await expect(page.getByText('Отвечали: Дилноза Ахмедова')).toBeVisible()
    await page.getByRole('link', { name: 'К проверкам' }).click()
    await expect(page.getByRole('region', { name: 'Что я проверил' })).toContainText('10 из 10')
  })

  await test.step('an agent’s own figures', async () => {
    await section('Показатели')
    await expect(page.getByRole('region', { name: 'Таблица показателей' })).toBeVisible()
    await expect(page.getByText('Новых тикетов')).toHaveCount(0)
    await expectFine(page)
    // A narrow phone with double text size.
    const size = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ width: 320, height: 640 })
    await setTextSize(page, 200)
    const ends = page
      .locator('dl > div')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...(await ends))).toBeLessThanOrEqual(320)
    await setTextSize(page, 100)
    await page.setViewportSize(size)
  })

  await test.step('an agent says that they are at work, and sees in a ticket what is late', async () => {
    await walkTo(page, '/desk/presence')
    await expect(page.getByRole('radio', { name: 'На работе' })).toBeVisible()
    await expectFine(page)
    // Late tickets come first.
    await wide()
    await walkTo(page, '/desk/?tab=open&order=due')
    await page.locator('#main [data-ticket]').first().click()
    await expect(page.getByRole('region', { name: 'Сроки' })).toContainText('просрочено на')
    await expectFine(page)
    await wide()
    await page.getByRole('button', { name: 'Макрос' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Новый макрос' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить макрос' }).click()
    await expect(page.getByRole('dialog').getByText('Выберите хотя бы одно действие')).toBeVisible()
    await expectFineOver(page)
  })

  await test.step('the sums of the reviews', async () => {
    await signIn(page, 'admin', '/desk/service/quality')
    await expect(page.getByRole('row', { name: /Дилноза Ахмедова 1 2,0/ })).toBeVisible()
    await expectFine(page)
  })

  await test.step('a cook is told when to expect an answer', async () => {
    // Not earlier: another business may still be being counted, and a count is valid for an hour.
    await world.sql(`update service_promises set zone = 'Asia/Tashkent',
      hours = (select jsonb_agg('{"": 12, "technical_issue": 7, "other": 45}'::jsonb) from generate_series(0, 167))`)
    await signIn(page, 'aziza', '/1/tickets/add')
    await expect(page.getByText(/Обычно отвечаем за 12.минут/)).toBeVisible()
    await page.getByRole('radio', { name: 'Техническая проблема' }).check({ force: true })
    await expect(page.getByText(/Обычно отвечаем за 7.минут/)).toBeVisible()
    const aziza = await world.as('aziza', '1')
    const { id } = await aziza(createTicket, {
      form: { category: 'other', initial_message: 'Принтер чеков не печатает' },
      files: [new File([new Uint8Array(png('чек.png').buffer)], 'чек.png', { type: 'image/png' })],
    })
    await walkTo(page, `/1/tickets/${id}`)
    await expect(page.getByText(/Обычно отвечаем за 45.минут/)).toBeVisible()
    // A hint and a picture are beside it, and all are fully visible.
    await page.setViewportSize({ width: 1280, height: 800 })
    const about = page.getByRole('region', { name: 'О тикете' })
    await expect(about.getByText('Может помочь, пока ждёте')).toBeVisible()
    await expect(about.getByRole('button', { name: 'Открыть чек.png' })).toBeVisible()
    const cut = await about.evaluate((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return [...part.querySelectorAll('*')]
        .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.top < top - 1 || box.bottom > bottom + 1)
        .map(({ name }) => name)
    })
    expect(cut).toEqual([])
  })
})
