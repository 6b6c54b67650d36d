import { getShift, handOver, setShift } from '@podmoga/contract/shifts'
import { createTicket, listTickets } from '@podmoga/contract/tickets'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, expectFineEverywhere, LOSING, SIZES, signIn, test } from '../lib/world.ts'

test.use(LOSING)

test('a shift is handed over with its tickets, stands on the next one’s home, and is accepted once', async ({
  page: first,
  context,
  world,
}) => {
  let page = first
  const timur = await world.as('timur', '2')
  const aziza = await world.as('aziza', '2')
  await timur(createTicket, { form: { category: 'other', initial_message: 'Не передавать' } })
  await timur(setShift, { body: { is_on: true } })
  await timur(handOver, { body: { note: 'Касса 2 зависает. Позвонить технику до полудня.', ticket_ids: [] } })

  // A colleague's handover is on the home page; another person accepts it first, and it disappears at once.
  await signIn(page, 'aziza', '/2')
  const banner = page.getByRole('region', { name: 'Вам передали смену' })
  await expect(banner).toContainText('Касса 2 зависает. Позвонить технику до полудня.')
  await expectFineEverywhere(page, 320)
  await page.setViewportSize(SIZES.desktop)
  await banner.getByRole('button', { name: 'Принять смену' }).click()
  await expect(banner).toBeHidden()
  expect((await aziza(getShift, {})).is_on).toBe(true)

  // Hands the shift over via the list of tickets: the text survives a reload, one ticket is left out.
  await walkTo(page, '/2/tickets')
  await page.getByRole('link', { name: 'Смена', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Кто на смене' })).toContainText('Азиза')
  const note = () => page.getByRole('textbox', { name: 'Что важно знать следующей смене' })
  await page.getByRole('button', { name: 'Передать смену' }).click()
  await expect(page.getByText('Обязательное поле')).toBeVisible()
  await note().fill('Терминал починили')
  const { results } = await aziza(listTickets, {})
  const left = results.find(({ last_message }) => last_message === 'Не передавать')
  await page.getByRole('checkbox', { name: new RegExp(`№${left?.number} `) }).uncheck()
  // Pressed before the list of tickets has loaded, it hands over the tickets of the list.
  await page.route('**/api/help_desk/tickets/?*', (route) => setTimeout(() => void route.continue(), 1500), {
    times: 1,
  })
  await page.reload()
  await expect(note()).toHaveValue('Терминал починили')
  await page.getByRole('button', { name: 'Передать смену' }).click()
  await expect(page.getByText('Смена передана')).toBeVisible()
  await expect(note()).toHaveValue('')
  const { is_on, handovers } = await timur(getShift, {})
  expect(is_on).toBe(false)
  expect(handovers.map(({ note, tickets }) => [note, tickets.length])).toEqual([
    ['Терминал починили', results.length - 1],
  ])
  await expectFineEverywhere(page, 320)
  await page.setViewportSize(SIZES.desktop)
  // The author takes it back.
  await page.getByRole('button', { name: 'Забрать обратно' }).click()
  await expect(page.getByRole('region', { name: 'Кто на смене' })).toContainText('Азиза')
  await expect(page.getByRole('button', { name: 'Забрать обратно' })).toHaveCount(0)

  // The app crashes between the request and its answer: pressed again, it is the same handover.
  await note().fill('Касса закрыта')
  await page.route(
    '**/api/help_desk/shift/handovers/',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      void page.goto('chrome://crash').catch(() => {})
    },
    { times: 1 },
  )
  const crashed = page.waitForEvent('crash')
  await page.getByRole('button', { name: 'Передать смену' }).click()
  await crashed
  await page.close()
  const given = async () => (await timur(getShift, {})).handovers.map(({ note }) => note)
  expect(await given()).toEqual(['Касса закрыта'])
  page = await context.newPage()
  await page.goto('/2/shift')
  await expect(note()).toHaveValue('Касса закрыта')
  await page.getByRole('button', { name: 'Передать смену' }).click()
  await expect(note()).toHaveValue('')
  expect(await given()).toEqual(['Касса закрыта'])
  await page.getByRole('button', { name: 'Забрать обратно' }).click()

  // Offline it is shown as waiting, can be taken back, and is sent once.
  await context.setOffline(true)
  await note().fill('Холодильник не держит')
  await page.getByRole('button', { name: 'Передать смену' }).click()
  const waiting = page.getByRole('article', { name: 'Ждёт сети' })
  await expect(waiting).toContainText('Холодильник не держит')
  await expectAccessible(page)
  await waiting.getByRole('button', { name: 'Вернуть в форму' }).click()
  await expect(note()).toHaveValue('Холодильник не держит')
  await expect(waiting).toBeHidden()
  await page.getByRole('button', { name: 'Передать смену' }).click()
  await expect(waiting).toBeVisible()
  await context.setOffline(false)
  await expect(waiting).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Холодильник не держит' })).toHaveCount(1)
  expect((await timur(getShift, {})).handovers.map(({ note }) => note)).toEqual(['Холодильник не держит'])
})
