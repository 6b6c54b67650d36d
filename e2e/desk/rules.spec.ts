import { createTicket } from '@podmoga/contract/tickets'
import { expect, expectFineEverywhere, signIn, test } from '../lib/world.ts'

test('an administrator makes a rule, tries it, switches it on, and reads what it did', async ({
  page,
  world,
}) => {
  const cook = await world.as('timur', '2')
  const say = (initial_message: string) =>
    cook(createTicket, { form: { category: 'other', initial_message } })
  const { number: past } = await say('Терминалы не видят сеть')
  await signIn(page, 'admin', '/desk/service')
  await page
    .getByRole('navigation', { name: 'Разделы о поддержке' })
    .getByRole('link', { name: 'Правила' })
    .click()
  await page.getByRole('button', { name: 'Добавить правило' }).click()
  await page.getByLabel('Название').fill('Терминал')
  await page.getByLabel('В сообщении есть слово').fill('терминал')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Выберите хотя бы одно действие')).toBeVisible()
  await page.getByLabel('Добавить метки').fill('сеть')
  await page.getByLabel('Ответ клиенту').fill('Проверьте кабель')
  await page.getByRole('button', { name: 'Проверить на последних тикетах' }).click()
  await expect(page.getByRole('link', { name: `№${past}`, exact: true })).toBeVisible()
  await page.getByText('Включено').click()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()

  const { id } = await say('Опять терминал')
  const fired = `select 1 as is from messages where ticket_id = ${id} and is_automatic`
  await expect.poll(async () => (await world.sql(fired)).length).toBe(1)
  await page.reload()
  await expect(page.getByText('«Терминал»')).toBeVisible()
  await expect(page.getByText('сделано, ответило клиенту')).toBeVisible()
  await expectFineEverywhere(page)
})
