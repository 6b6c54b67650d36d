import { closeTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import { expect, signIn, test } from '../lib/world.ts'

test('an answer, the badge and the closing appear by themselves', async ({ page, world }) => {
  const staff = await world.as('aziza', '3')
  const { id = '' } = await staff(createTicket, {
    form: { category: 'other', initial_message: 'Есть кто живой?' },
  })
  const agent = await world.as('agent')
  const streaming = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/events/') && answer.status() === 200,
  )
  await signIn(page, 'aziza', '/3')

  await test.step('the badge rises while another page is open', async () => {
    const tickets = page
      .getByRole('navigation', { name: 'Главное меню' })
      .getByRole('link', { name: /^Тикеты, \d+/ })
    await expect(tickets).toBeVisible()
    const before = Number(
      /\d+/.exec((await tickets.getAttribute('aria-label')) ?? (await tickets.textContent()) ?? '')?.[0],
    )
    await streaming
    await agent(sendDeskReply, { params: { ticketId: id }, form: { text: 'Ответ' } })
    await expect(
      page.getByRole('link', { name: new RegExp(`^Тикеты, ${before + 1} непрочитанн`) }).first(),
    ).toBeVisible()
  })

  // Navigates to the ticket with the same page and the same stream.
  await page
    .getByRole('navigation', { name: 'Главное меню' })
    .getByRole('link', { name: /^Тикеты/ })
    .click()
  await page.getByRole('main').locator(`a[href$="/tickets/${id}"]`).click()
  const messages = page.getByRole('region', { name: 'Сообщения' })
  await expect(messages.getByText('Есть кто живой?')).toBeVisible()
  await agent(sendDeskReply, { params: { ticketId: id }, form: { text: 'Живы, слушаем вас.' } })
  await expect(messages.getByText('Живы, слушаем вас.')).toBeVisible()
  // The stream carries the whole message: the next one is shown without refetching the conversation.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(`/${id}/messages/`)) asked.push(request.url())
  })
  await agent(sendDeskReply, { params: { ticketId: id }, form: { text: 'Чем помочь?' } })
  await expect(messages.getByText('Чем помочь?')).toBeVisible()
  expect(asked).toEqual([])
  await agent(closeTicket, { params: { ticketId: id } })
  await expect(page.getByText('Обработан')).toBeVisible()
})
