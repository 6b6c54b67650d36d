import { createTicket } from '@podmoga/contract/tickets'
import { expect, expectFineEverywhere, signIn, test } from '../lib/world.ts'

test('the head of support sees figures within two taps, every one leads to its tickets, and an agent sees their own', async ({
  page,
  browser,
  world,
}) => {
  test.slow()
  const cook = await world.as('timur', '2')
  await cook(createTicket, { form: { category: 'other', initial_message: 'Ещё один вопрос' } })
  await signIn(page, 'admin', '/desk/admin')
  await page.getByRole('navigation', { name: 'Комнаты' }).getByRole('link', { name: 'Показатели' }).click()
  await expect(page.getByRole('heading', { name: 'Показатели', level: 1 })).toBeVisible()
  const table = page.getByRole('region', { name: 'Таблица показателей' })
  await expect(table.getByRole('columnheader', { name: 'Новых тикетов' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Новых тикетов\. Больше всего/ })).toBeVisible()
  await page.getByLabel('На графике').selectOption({ label: 'Ответов' })
  await expect(page.getByRole('img', { name: /^Ответов\. Больше всего/ })).toBeVisible()
  await expectFineEverywhere(page)

  await page.getByLabel('Разрез').selectOption({ label: 'По категориям' })
  await expect(page).toHaveURL(/by=category/)
  const row = table.getByRole('row', { name: /^Другое/ })
  const link = row.getByRole('link').first()
  const opened = Number(await link.textContent())
  expect(opened).toBeGreaterThan(0)
  // By the keyboard alone.
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Новых тикетов: тикеты' })).toBeVisible()
  await expect(page.locator('#main li')).toHaveCount(opened)
  await expectFineEverywhere(page)

  await page.goto('/desk/service?period=own&from=2006-01-01&to=2026-01-01')
  await expect(page.getByText('Не больше 366 дней')).toBeVisible()

  const agent = await (await browser.newContext({ baseURL: world.url })).newPage()
  await signIn(agent, 'agent', '/desk/service')
  await expect(agent.getByRole('heading', { name: 'За период' })).toBeVisible()
  await expect(agent.getByText('Новых тикетов')).toHaveCount(0)
  await expect(agent.getByLabel('Разрез').getByRole('option', { name: 'По агентам' })).toHaveCount(0)
})
