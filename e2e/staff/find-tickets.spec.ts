import { closeTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectFineEverywhere, signIn, test } from '../lib/world.ts'

test('a cook finds a ticket, is led to its like, hears of a card; an agent takes an answer of the past', async ({
  page,
  browser,
  world,
}) => {
  const cook = await world.as('timur', '2')
  const agent = await world.as('agent')
  const write = async (initial_message: string) =>
    String((await cook(createTicket, { form: { category: 'other', initial_message } })).id)
  const PAPER = 'Снимите шланг тестомеса и продуйте фильтр'
  const closed = await write('Тестомес воет и останавливается')
  await agent(sendDeskReply, { params: { ticketId: closed }, form: { text: `Тимур, добрый день! ${PAPER}` } })
  await agent(closeTicket, { params: { ticketId: closed } })
  const open = await write('Тестомес снова воет, тесто не месит')

  await signIn(page, 'timur', '/2/tickets')
  await page.getByRole('searchbox', { name: 'Найти тикет' }).fill('тестомесы')
  await expect(page.getByRole('main').getByText('Тестомес снова воет')).toBeVisible()
  await expect(page).toHaveURL(/search=/)
  const field = page.getByRole('searchbox', { name: 'Найти тикет' })
  await field.fill('щщщщ')
  await expect(page.getByText('Ничего не нашли')).toBeVisible()
  await expectFineEverywhere(page, 320)
  // The field shows the query of the list, also after a link to the whole list.
  await page
    .getByRole('navigation', { name: 'Главное меню' })
    .getByRole('link', { name: /Тикеты/ })
    .click()
  await expect(page.getByText('Ничего не нашли')).toHaveCount(0)
  await expect(field).toHaveValue('')

  await walkTo(page, '/2/tickets/add')
  await page.getByRole('textbox', { name: 'Сообщение' }).fill('Тестомес воет и тесто не месит')
  await expect(page.getByText('Похожий тикет уже открыт в вашем ресторане').first()).toBeVisible()
  await expectFineEverywhere(page, 320)
  await page.getByRole('link', { name: /Тестомес снова воет/ }).click()
  await page.getByRole('textbox', { name: 'Ответ' }).fill('Гость платил 4111 1111 1111 1111')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Гость платил 411111******1111')).toBeVisible()
  await expect(page.getByText('Номер карты скрыт')).toBeVisible()

  const desk = await (
    await browser.newContext({ baseURL: world.url, viewport: { width: 1440, height: 900 } })
  ).newPage()
  await signIn(desk, 'agent', `/desk/tickets/${open}`)
  await desk.getByRole('button', { name: 'Так уже отвечали' }).click()
  await expect(desk.getByText('Помогло 1 раз')).toBeVisible()
  await expectFineEverywhere(desk, 320)
  await desk.getByRole('button', { name: 'Вставить ответ 1' }).click()
  await expect(desk.getByRole('textbox', { name: 'Ответ' })).toHaveValue(new RegExp(PAPER))
  await expect(desk.getByRole('textbox', { name: 'Ответ' })).not.toHaveValue(/\{имя\}/)
})
