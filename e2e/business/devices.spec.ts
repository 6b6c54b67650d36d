import type { Page } from '@playwright/test'
import { getStickers } from '@podmoga/contract/desk/devices'
import { expectFine, expectFineOver } from '../lib/looks.ts'
import { expect, expectAccessible, inBothThemes, PEOPLE, SIZES, signIn, test } from '../lib/world.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('a cook scans the sticker of a broken till, signs in, writes, and support sees which till it is', async ({
  page,
  world,
  browser,
}) => {
  await signIn(page, 'admin', '/desk/devices')
  await expect(page.getByText('Устройств пока нет')).toBeVisible()
  await button(page, 'Добавить устройство').click()
  const dialog = page.getByRole('dialog', { name: 'Новое устройство' })
  await button(page, 'Сохранить').click()
  await expect(dialog.getByText('Обязательное поле')).toHaveCount(3)
  await expectFineOver(page)
  await choice(page, 'Вид').selectOption('Касса')
  await dialog.getByRole('combobox', { name: 'Ресторан' }).click()
  await page.getByRole('option', { name: 'Чайхана Навруз', exact: true }).click()
  await field(page, 'Название').fill('Касса у входа')
  await field(page, 'Модель').fill('Атол 91Ф')
  await button(page, 'Сохранить').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Касса у входа')).toBeVisible()
  await expectFine(page, 320)
  await page.getByRole('link', { name: 'Наклейки' }).click()
  // The list of devices also has a restaurant picker.
  await expect(heading(page, 'Наклейки')).toBeVisible()
  const [device] = await world.sql(
    'select r.id::text as restaurant, r.name from devices d join restaurants r on r.id = d.restaurant_id',
  )
  const restaurant = String(device?.restaurant)
  await choice(page, 'Ресторан').click()
  await page.getByRole('option', { name: String(device?.name), exact: true }).click()
  await expect(page.getByRole('img', { name: 'QR-код устройства «Касса у входа»' })).toBeVisible()
  await expectFine(page, 320)
  const { devices } = await (await world.as('admin'))(getStickers, { query: { restaurant } })
  const sticker = new URL(devices[0]?.link ?? '').pathname

  const phone = await browser.newContext({ viewport: SIZES.phone, locale: 'ru-RU', baseURL: world.url })
  const cook = await phone.newPage()
  await cook.goto(sticker)
  await field(cook, 'Почта или телефон').fill(PEOPLE.aziza.login)
  await cook.getByLabel('Пароль', { exact: true }).fill(PEOPLE.aziza.password)
  await button(cook, 'Войти').click()
  await expect(heading(cook, 'Касса у входа')).toBeVisible()
  await expect(cook.getByRole('radio', { name: 'Техническая проблема' })).toBeChecked()
  await expect(cook.getByRole('combobox')).toHaveValue('pos')
  await expectFine(cook, 320)
  await cook.setViewportSize(SIZES.phone)
  // The form's own bar is at the bottom, and nothing covers it.
  await expect(cook.getByRole('banner').getByRole('button', { name: 'Меню' })).toBeVisible()
  await field(cook, 'Сообщение').fill('Касса не включается')
  await button(cook, 'Отправить').click()
  await expect(cook.getByText('Касса не включается')).toBeVisible()
  // It is shown before it has been sent.
  await expect.poll(async () => (await world.sql('select from device_tickets')).length).toBe(1)
  // The next person sees earlier faults, and the form is empty again.
  await cook.goto(sticker)
  await expect(heading(cook, 'Прежние поломки')).toBeVisible()
  await expect(cook.getByText('Касса не включается')).toBeVisible()
  await expect(field(cook, 'Сообщение')).toHaveValue('')
  await cook.goto(`${sticker.slice(0, -4)}AAAA`)
  await expect(cook.getByText('404')).toBeVisible()
  await phone.close()

  await signIn(page, 'agent', '/desk/')
  await page.setViewportSize(SIZES.desktop)
  await page.getByRole('link', { name: /Касса не включается/ }).click()
  const part = page.getByRole('region', { name: 'Устройство', exact: true })
  await expect(part).toContainText('Касса у входа')
  await expect(part).toContainText('Касса · Атол 91Ф')
  await expect(part).toContainText('Прежде не ломалось')
  await inBothThemes(page, () => expectAccessible(page))
})
