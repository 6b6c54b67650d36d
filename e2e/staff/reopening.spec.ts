import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket, listMessages } from '@podmoga/contract/tickets'
import { png } from '../lib/samples.ts'
import {
  expect,
  expectAccessible,
  expectFineEverywhere,
  inBothThemes,
  LOSING,
  signIn,
  test,
} from '../lib/world.ts'

test.use(LOSING)

test('a processed ticket that is not solved is taken back with a word and a photo, without a network too, and goes once', async ({
  page,
  context,
  browser,
  world,
}) => {
  const aziza = await world.as('aziza', '1')
  const agent = await world.as('agent')
  const made = await aziza(createTicket, { form: { category: 'other', initial_message: 'Весы врут' } })
  const id = String(made.id)
  const close = (text: string) =>
    agent(sendDeskReply, { params: { ticketId: id }, form: { text, close: 'true' } })
  await close('Откалибруйте')
  const desk = await browser.newPage({ baseURL: world.url })
  await signIn(desk, 'agent', `/desk/tickets/${id}`)
  await expect(desk.getByText('Откалибруйте')).toBeVisible()

  await signIn(page, 'aziza', `/1/tickets/${id}`)
  const unsolved = page.getByRole('button', { name: 'Не решено' })
  const form = page.getByRole('form', { name: 'Не решено' })
  const words = form.getByRole('textbox', { name: 'Что не решено?' })
  await unsolved.click()
  await expect(words).toBeFocused()
  await form.getByRole('button', { name: 'Вернуть тикет' }).click()
  await expect(form.getByText('Обязательное поле')).toBeVisible()
  await form.getByRole('button', { name: 'Отмена' }).click()
  await expect(unsolved).toBeFocused()
  await unsolved.click()
  await words.fill('Показывают на 200 граммов больше')
  await form.getByLabel('Файлы', { exact: true }).setInputFiles([png('весы.png')])
  await expect(form.getByRole('button', { name: 'Удалить весы.png' })).toBeVisible()
  await expectFineEverywhere(page, 320)
  // The text survives a reload.
  await page.reload()
  await expect(words).toHaveValue('Показывают на 200 граммов больше')
  await expect(form.getByRole('button', { name: 'Удалить весы.png' })).toBeVisible()

  // Offline it is shown as waiting, can return into the form, and is sent once.
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Вернуть тикет' }).click()
  const waiting = page.getByRole('article', { name: 'Не решено' })
  await expect(waiting).toContainText('Ждёт сети')
  await inBothThemes(page, () => expectAccessible(page))
  await waiting.getByRole('button', { name: 'Вернуть в форму' }).click()
  await expect(words).toHaveValue('Показывают на 200 граммов больше')
  await form.getByRole('button', { name: 'Вернуть тикет' }).click()
  await expect(waiting).toBeVisible()
  await context.setOffline(false)
  await expect(waiting).toBeHidden()
  const lastMessage = page.getByRole('region', { name: 'Сообщения' }).getByRole('article').last()
  await expect(lastMessage).toContainText('Не решеноПоказывают на 200 граммов больше')
  await expect(page.getByText('Ожидает ответа')).toBeVisible()
  await expect(unsolved).toBeHidden()
  const { results } = await aziza(listMessages, { params: { ticketId: id } })
  expect(results.flatMap((day) => day.results).map(({ mark }) => mark)).toEqual([
    undefined,
    undefined,
    'Не решено',
  ])

  // The agent who closed it is notified at once, and sees the mark.
  await expect(desk.getByText(`Тикет №${made.number}: «Не решено»`)).toBeVisible()
  const bubble = desk.getByRole('article').filter({ hasText: 'Показывают на 200 граммов' })
  await expect(bubble.getByText('Не решено', { exact: true })).toBeVisible()
  await inBothThemes(desk, () => expectAccessible(desk))
  await desk.close()

  // A colleague was faster: the same text is sent as a reply.
  await close('Посмотрели ещё раз')
  await unsolved.click()
  await words.fill('И теперь врут')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Вернуть тикет' }).click()
  await expect(waiting).toContainText('Ждёт сети')
  await world.sql(`update tickets set status = 'awaiting_response', closed_at = null where id = ${id}`)
  await context.setOffline(false)
  await expect(waiting).toContainText('Тикет уже открыт.')
  await waiting.getByRole('button', { name: 'Отправить ответом' }).click()
  await expect(waiting).toBeHidden()
  await expect(lastMessage).toContainText('И теперь врут')
  await expect(lastMessage).not.toContainText('Не решено')
})
