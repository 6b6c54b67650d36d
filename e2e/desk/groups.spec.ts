import { createTicket } from '@podmoga/contract/tickets'
import { expect, expectFineEverywhere, signIn, test } from '../lib/world.ts'

test('an administrator makes a group; an agent who comes to work is given what falls to it', async ({
  page,
  browser,
  world,
}) => {
  const cook = await world.as('timur', '2')
  await signIn(page, 'admin', '/desk/admin/groups')
  await page.getByRole('button', { name: 'Добавить группу' }).click()
  await page.getByText('Агенты: 0').click()
  await page.getByText('Бахтиёр', { exact: false }).first().click()
  await page.getByText('Рестораны: Все рестораны').click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await expectFineEverywhere(page)

  const { id } = await cook(createTicket, { form: { category: 'other', initial_message: 'Кому-нибудь' } })
  const agent = await (await browser.newContext({ baseURL: world.url })).newPage()
  await signIn(agent, 'agent', '/desk/presence')
  await agent.getByRole('radio', { name: 'На работе' }).click()
  await expect
    .poll(async () => (await world.sql(`select assignee_id from tickets where id = ${id}`))[0]?.assignee_id)
    .not.toBeNull()
  await expectFineEverywhere(agent)
})
