import type { Browser, Page } from '@playwright/test'
import { pdf, png } from '../lib/samples.ts'
import { expect, SIZES, signIn, signInByHand, test, type World } from '../lib/world.ts'

const QUESTION = 'Касса на баре не печатает чеки, лампочка мигает красным'
const ANSWER = 'Здравствуйте! Откройте крышку принтера и проверьте, той ли стороной стоит лента.'
const THANKS = 'Помогло, печатает. Спасибо!'

const openDesk = async (browser: Browser, world: World): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: world.url,
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
  })
  const page = await context.newPage()
  await signIn(page, 'agent', '/desk/')
  return page
}

/** The agent finds the ticket in the queue and answers it. */
const answerAtDesk = async (desk: Page, number: string): Promise<void> => {
  await desk.getByRole('tab', { name: /Все открытые/ }).click()
  await desk
    .getByRole('link', { name: new RegExp(`№${number} `) })
    .first()
    .click()
  const messages = desk.getByRole('region', { name: 'Сообщения' })
  await expect(messages.getByText(QUESTION)).toBeVisible()
  await expect(messages.getByText('Счёт №5.pdf')).toBeVisible()
  await desk.getByRole('textbox', { name: 'Ответ' }).fill(ANSWER)
  await desk.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(messages.getByText(ANSWER)).toBeVisible()
  await expect(messages.getByText('Отправляется')).toHaveCount(0)
}

const closeAtDesk = async (desk: Page, number: string): Promise<void> => {
  await expect(desk.getByRole('region', { name: 'Сообщения' }).getByText(THANKS)).toBeVisible()
  await desk.getByRole('button', { name: 'Закрыть тикет' }).click()
  await expect(desk.getByText(`Тикет №${number} закрыт`)).toBeVisible()
}

test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

test('the whole story: a person asks with a photo and a PDF on a phone, is answered, replies, and finds the closed ticket on a computer', async ({
  page,
  browser,
  world,
}) => {
  await signInByHand(page, 'aziza')
  await page.getByRole('link', { name: 'Кофейня Регистан' }).click()
  await expect(page).toHaveURL(/\/3\/?$/)

  const tickets = page
    .getByRole('navigation', { name: 'Главное меню' })
    .getByRole('link', { name: /^Тикеты/ })
  await tickets.click()
  await page.getByRole('link', { name: 'Создать', exact: true }).click()
  await page.getByRole('radio', { name: 'Техническая проблема' }).check({ force: true })
  await page
    .getByRole('combobox', { name: 'В каком модуле возникла проблема?' })
    .selectOption({ label: 'Печать чеков' })
  await page.getByRole('textbox', { name: 'Сообщение' }).fill(QUESTION)
  await page.getByLabel('Файлы', { exact: true }).setInputFiles([png(), pdf()])
  await expect(page.getByRole('button', { name: 'Удалить Счёт №5.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()

  const toasts = page.getByRole('region', { name: 'Уведомления' })
  await expect(toasts.getByText('Тикет отправлен')).toBeVisible()
  await expect(toasts.getByText('Ваше обращение отправлено в поддержку')).toBeVisible()
  await expect(page).toHaveURL(/\/3\/tickets\/?$/)
  const card = page
    .getByRole('main')
    .getByRole('link', { name: /Тикет №\d+ : Техническая проблема/ })
    .first()
  await expect(card).toContainText(QUESTION)
  const number = /№(\d+)/.exec((await card.textContent()) ?? '')?.[1] ?? ''

  // The ticket written on a phone is read and closed on a wide screen.
  await page.setViewportSize(SIZES.desktop)
  const before = Number(
    /(\d+)/.exec((await tickets.getAttribute('aria-label')) ?? (await tickets.textContent()) ?? '')?.[1] ?? 0,
  )
  const desk = await openDesk(browser, world)
  await answerAtDesk(desk, number)

  await page.reload()
  await expect(
    page
      .getByRole('navigation', { name: 'Главное меню' })
      .getByRole('link', { name: new RegExp(`^Тикеты, ${before + 1} непрочитанн`) }),
  ).toBeVisible()
  await card.click()
  const messages = page.getByRole('region', { name: 'Сообщения' })
  await expect(messages.getByText(ANSWER)).toBeVisible()
  await expect(messages.getByText(QUESTION)).toBeVisible()

  await page.getByRole('textbox', { name: 'Ответ' }).fill(THANKS)
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(messages.getByText(THANKS)).toBeVisible()
  await expect(messages.getByText('Отправляется')).toHaveCount(0)

  await closeAtDesk(desk, number)
  await expect(page.getByText('Обработан')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Отправить', exact: true })).toBeDisabled()
  await page.getByRole('link', { name: 'К списку тикетов' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`Тикет №${number} `) })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Архив' }).click()
  await expect(
    page.getByRole('main').getByRole('link', { name: new RegExp(`Тикет №${number} `) }),
  ).toBeVisible()
  await desk.context().close()
})
