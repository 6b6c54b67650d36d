import type { Browser, Page } from '@playwright/test'
import { listDeskIncidents } from '@podmoga/contract/desk/incidents'
import { createTicket, getTicket, listMessages } from '@podmoga/contract/tickets'
import { walkTo } from '../lib/walk-to.ts'
import {
  expect,
  expectAccessible,
  expectFineEverywhere,
  LOSING,
  SIZES,
  signIn,
  test,
  type World,
} from '../lib/world.ts'

const another = async (browser: Browser, world: World): Promise<Page> => {
  const context = await browser.newContext({ baseURL: world.url, viewport: SIZES.phone })
  return context.newPage()
}

test.use(LOSING)

test('an incident from its first ticket to its report: a cook who is offline a while, a manager and an agent', async ({
  page: agent,
  browser,
  world,
}) => {
  const cook = await another(browser, world)
  const manager = await another(browser, world)
  const timur = await world.as('timur', '2')
  const words = 'Терминал отклоняет карты, пишет «Эмитент недоступен»'
  const ticket = await timur(createTicket, {
    form: { category: 'technical_issue', topic: 'pos', initial_message: words },
  })
  await signIn(cook, 'timur', '/2')
  await signIn(manager, 'aziza', '/2')

  // Support declares the incident.
  await signIn(agent, 'agent', '/desk/incidents')
  await agent.getByRole('button', { name: 'Отметить инцидент' }).click()
  await agent.getByRole('button', { name: 'Отметить', exact: true }).click()
  await expect(agent.getByText('Обязательное поле').first()).toBeVisible()
  await agent.getByRole('textbox', { name: 'Что случилось' }).fill('Терминалы отклоняют карты')
  await agent
    .getByRole('textbox', { name: 'Что делать пока' })
    .fill('Эмитент недоступен: принимайте наличные')
  await expectAccessible(agent)
  await agent.getByRole('button', { name: 'Отметить', exact: true }).click()
  await expect(agent.getByRole('heading', { name: /Терминалы отклоняют карты/ })).toBeVisible()

  // It appears on open home pages at once; an offline cook can press too.
  const banner = (of: Page) => of.getByRole('status').filter({ hasText: 'Терминалы отклоняют карты' })
  await expect(banner(cook)).toContainText('принимайте наличные')
  await expectFineEverywhere(cook, 320)
  await cook.context().setOffline(true)
  const tap = banner(cook).getByRole('button', { name: 'И у нас' })
  await tap.click()
  await expect(banner(cook).getByText('Отмечено')).toBeFocused()
  await banner(cook).getByRole('button', { name: 'Убрать отметку' }).click()
  await tap.click()
  await expect(banner(cook)).toContainText('Отмечено')
  await cook.getByRole('button', { name: 'Добавить слово или фото' }).click()
  await cook.getByRole('textbox', { name: 'Что у вас происходит?' }).fill('Очередь до двери')
  await cook.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(cook.getByText('Ждёт сети: уйдёт')).toBeVisible()

  // The manager sees it above a new ticket and above search results.
  await manager.getByRole('searchbox', { name: 'Поиск в базе знаний' }).fill('терминал')
  await expect(banner(manager).first()).toBeVisible()
  await walkTo(manager, '/2/tickets/add')
  await expect(manager).toHaveTitle('Новый тикет · Помощь')
  await banner(manager).getByRole('button', { name: 'И у нас' }).click()
  await expect(banner(manager)).toContainText('Отмечено')
  await expect(agent.getByText('«И у нас»: 1 (')).toBeVisible()
  await cook.context().setOffline(false)
  await expect(agent.getByText('«И у нас»: 2 (')).toBeVisible({ timeout: 20_000 })
  await expect(cook.getByText('Ждёт сети: уйдёт')).toHaveCount(0, { timeout: 20_000 })
  // Its arrival is confirmed on every device of the cook.
  await expect(cook.getByText('Поддержка получила: Очередь до двери')).toBeVisible()

  // Its ticket is proposed, linked, answered and closed with the others, and reopened.
  const proposed = agent.getByRole('region', { name: 'Похожие открытые тикеты' })
  await expect(proposed).toContainText(words)
  await proposed.getByRole('button', { name: 'Связать все' }).click()
  await expect(agent.getByRole('region', { name: 'Связанные тикеты' })).toContainText(words)
  await agent.getByRole('textbox', { name: 'Ответ во все отмеченные' }).fill('Банк чинит, наличные работают')
  await expectFineEverywhere(agent, 320)
  await agent.getByRole('button', { name: /^Ответить: / }).click()
  await agent.getByRole('button', { name: 'Отменить' }).click()
  await expect(agent.getByText('Отменено, никто ничего не получил')).toBeVisible()
  await agent.getByRole('button', { name: /^Ответить: / }).click()
  await expect(agent.getByText(/^Ответов: 1, закрыто: 1/)).toBeVisible({ timeout: 20_000 })
  const path = { params: { ticketId: String(ticket.id) } }
  expect(await timur(getTicket, path)).toMatchObject({ status: 'processed' })
  const { results } = await timur(listMessages, path)
  expect(results.flatMap((day) => day.results).map(({ text }) => text)).toContain(
    'Банк чинит, наличные работают',
  )
  await agent.getByRole('button', { name: 'Открыть обратно' }).click()
  await expect.poll(async () => (await timur(getTicket, path)).status).toBe('awaiting_response')

  // An update and the end reach the home page; people who tapped are asked for feedback.
  await agent.getByRole('textbox', { name: 'Что нового' }).fill('Банк отвечает, проверяем')
  await agent.getByRole('button', { name: 'Сообщить' }).click()
  await expect(cook.getByText('Банк отвечает, проверяем')).toBeVisible()
  await agent.getByRole('textbox', { name: 'Чем закончилось' }).fill('Карты снова проходят')
  await agent.getByRole('button', { name: 'Закончить' }).click()
  await cook.getByRole('button', { name: 'Да, работает' }).click()
  await expect(cook.getByText('Спасибо, рады слышать')).toBeVisible()
  await expectAccessible(cook)
  await agent.getByRole('button', { name: 'Сделать отчёт' }).click()
  await expect(agent.getByText('Черновик отчёта в базе знаний').first()).toBeVisible()
  const desk = await world.as('agent')
  const [incident] = (await desk(listDeskIncidents, {})).results
  expect(incident).toMatchObject({ count: 2, tickets: 1, works: { yes: 1, no: 0 } })
  const [draft] = await world.sql(
    `select content from material_drafts where material_id = ${incident?.material}`,
  )
  expect(String(draft?.content)).toContain('Карты снова проходят')
  await walkTo(agent, '/desk/incidents')
  await expect(agent.getByRole('link', { name: 'Терминалы отклоняют карты' })).toBeVisible()
  await expectFineEverywhere(agent, 320)
})
