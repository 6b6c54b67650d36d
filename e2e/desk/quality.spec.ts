import { createTicket } from '@podmoga/contract/tickets'
import { expect, expectFineEverywhere, signIn, test } from '../lib/world.ts'

test.use({ env: { SEED: 'demo,history' } })

test('five weeks of the demo: a ticket is reviewed without names, a restaurant’s health is seen, a cook is told when to expect an answer', async ({
  page,
  browser,
  world,
}) => {
  test.slow()
  const hours = '{"": 12, "technical_issue": 7, "other": 45}'
  const counted = () => world.sql('select from service_promises where counted_at is not null')
  await expect.poll(async () => (await counted()).length).toBeGreaterThan(0)
  await signIn(page, 'agent', '/desk/service/quality')
  const list = page.getByRole('region', { name: 'На проверку' })
  await expect(list.getByRole('listitem').first()).toContainText('Неделя с')
  await expect(page.getByRole('region', { name: 'Слова к оценкам' })).toContainText('Самса Хаус')
  await expectFineEverywhere(page)
  await list.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Переписка' })).not.toContainText('Дилноза')
  await page.getByRole('button', { name: 'Сохранить проверку' }).click()
  await expect(page.getByText('Ответьте на этот вопрос')).toHaveCount(5)
  await expect(page.getByLabel('Понял, о чём спрашивают')).toBeFocused()
  await expectFineEverywhere(page)
  for (const select of await page.getByRole('combobox').all()) await select.selectOption({ label: 'Да' })
  await page.getByRole('button', { name: 'Сохранить проверку' }).click()
  await expect(page.getByRole('heading', { name: 'Проверено: 10 из 10' })).toBeFocused()
  await expect(page.getByText('Отвечали: Дилноза Ахмедова')).toBeVisible()
  await page.getByRole('link', { name: 'К проверкам' }).click()
  await expect(page.getByRole('region', { name: 'Что я проверил' })).toContainText('10 из 10')

  const head = await (await browser.newContext({ baseURL: world.url })).newPage()
  await signIn(head, 'admin', '/desk/service/quality')
  await expect(head.getByRole('row', { name: /Дилноза Ахмедова 1 2,0/ })).toBeVisible()
  await expectFineEverywhere(head)
  await head.goto('/desk/admin/health')
  await head.getByLabel('Ресторан', { exact: true }).selectOption({ label: 'Самса Хаус' })
  await expect(head.getByText(/^На прошлой неделе .* \(обычно/)).toBeVisible()
  await expect(head.getByRole('region', { name: 'Что повторяется' })).toContainText('раньше')
  await expect(head.getByRole('region', { name: 'Кто не входил' })).toContainText('Севара Турсунова')
  await expectFineEverywhere(head)

  await head.goto('/desk/admin/state')
  await expect(head.getByText('Ни одной ещё не было: если диск сломается, всё пропадёт.')).toBeVisible()
  await expect(head.getByText(/^Свободно \d+.%/)).toBeVisible()
  await expectFineEverywhere(head)

  // Not before: the counting of another business may still be under way, and a count lasts an hour.
  await world.sql(`update service_promises set zone = 'Asia/Tashkent',
    hours = (select jsonb_agg('${hours}'::jsonb) from generate_series(0, 167))`)
  const cook = await (await browser.newContext({ baseURL: world.url })).newPage()
  await signIn(cook, 'aziza', '/1/tickets/add')
  await expect(cook.getByText(/Обычно отвечаем за 12.минут/)).toBeVisible()
  await cook.getByRole('radio', { name: 'Техническая проблема' }).check({ force: true })
  await expect(cook.getByText(/Обычно отвечаем за 7.минут/)).toBeVisible()
  const aziza = await world.as('aziza', '1')
  const { id } = await aziza(createTicket, { form: { category: 'other', initial_message: 'Когда ответят?' } })
  await cook.goto(`/1/tickets/${id}`)
  await expect(cook.getByText(/Обычно отвечаем за 45.минут/)).toBeVisible()
})
