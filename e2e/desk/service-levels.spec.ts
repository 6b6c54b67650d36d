import { createTicket } from '@podmoga/contract/tickets'
import { expect, expectFineEverywhere, signIn, test } from '../lib/world.ts'

const MINUTE = 60_000

test('an administrator sets deadlines; an agent sees what is left, what comes first and what is late', async ({
  page,
  browser,
  world,
}) => {
  test.slow()
  const cook = await world.as('timur', '2')
  const write = async (initial_message: string) =>
    cook(createTicket, { form: { category: 'other', initial_message } })
  const first = await write('Первый вопрос')
  await signIn(page, 'admin', '/desk/admin/levels')
  await page.getByRole('button', { name: 'Добавить срок' }).click()
  await page.getByRole('textbox', { name: 'Первый ответ, минут' }).fill('60')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Первый ответ, минут' })).toHaveValue('60')
  await expectFineEverywhere(page)

  const agent = await (
    await browser.newContext({ baseURL: world.url, viewport: { width: 1440, height: 900 } })
  ).newPage()
  await signIn(agent, 'agent', '/desk/?tab=open&restaurant=2')
  const row = (id: unknown) => agent.locator(`#main [data-ticket="${id}"]`)
  await expect(row(first.id)).toContainText('Ответить до')
  await agent.getByRole('button', { name: /^Фильтры/ }).click()
  await agent.getByLabel('Порядок').selectOption({ label: 'У кого срок ближе, тот выше' })
  await expect(agent).toHaveURL(/order=due/)
  await agent.getByRole('button', { name: 'Готово' }).click()
  const second = await write('Второй вопрос')
  await agent.getByRole('button', { name: /новый/ }).click()
  await expect(row(second.id)).toContainText('Ответить до')
  const order = await agent
    .locator('#main [data-ticket]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-ticket')))
  // What the demo has left unanswered for longer is due before both.
  expect(order.filter((id) => id === String(first.id) || id === String(second.id))).toEqual([
    String(first.id),
    String(second.id),
  ])

  await row(first.id).click()
  const clock = agent.getByRole('region', { name: 'Сроки' })
  await expect(clock).toContainText('осталось')
  await world.moveClock(61 * MINUTE)
  await expect(clock).toContainText('просрочено на')
  await expectFineEverywhere(agent)
  await agent.setViewportSize({ width: 1440, height: 900 })
  await agent.getByRole('textbox', { name: 'Ответ' }).fill('Уже разбираемся')
  await agent.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(clock).toContainText('просрочено, ушло')
  // Support has answered: it is the customer who is awaited.
  await expect(clock).toContainText('на паузе')
})
