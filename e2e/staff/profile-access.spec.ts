import type { Page } from '@playwright/test'
import {
  atProfile,
  breakCall,
  button,
  codeFor,
  dialog,
  field,
  openProfile,
  row,
  secret,
  toasts,
} from '../lib/profile-steps.ts'
import { png } from '../lib/samples.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectAccessible, inBothThemes, SIZES, test, type World } from '../lib/world.ts'

const fits = async (page: Page) => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Touch targets need 44 px; links inside a sentence are exempt. */
const expectTargets = async (page: Page) => {
  const small = await page
    .locator('[role="dialog"], main')
    .last()
    .locator('button:visible, a:visible, input:visible:not([hidden])')
    .evaluateAll((all) =>
      all
        .filter((one) => one.closest('p') === null)
        .map((one) => ({ box: one.getBoundingClientRect(), name: one.outerHTML.slice(0, 120) }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name }) => name),
    )
  expect(small).toEqual([])
}

/** A narrow phone: content that fits there also fits the product's 390 (layout.spec.ts goes down to 320). */
const PHONE = { width: 360, height: 740 }

const DIALOG = '[role="dialog"]'

const look = async (page: Page, within?: string) => {
  // axe waits for opening animations.
  await inBothThemes(page, () => expectAccessible(page, within))
  await fits(page)
  await expectTargets(page)
}

/** Checks only the modal: the page behind it cannot be reached; it is checked without a modal, and with the first one. */
const lookWithin = (page: Page) => look(page, DIALOG)

/** Checks the wide layout: of a step with fields, of one without, and of every page. */
const lookWide = async (page: Page) => {
  await page.setViewportSize(SIZES.desktop)
  await fits(page)
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize(PHONE)
}

test.use({ viewport: PHONE })

const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await atProfile(page)
  await expect(dialog(page)).toHaveCount(0)
}

/** Checks the steps whose errors appear on a press, and the following states. */
const lookAtSteps = async (page: Page) => {
  const sendNothing = async (press: string, message: string) => {
    await button(page, press).click()
    await expect(dialog(page).getByText(message)).toBeVisible()
    await lookWithin(page)
  }
  await row(page, 'Фото').click()
  await sendNothing('Готово', 'Необходим файл')
  await expectAccessible(page)
  await lookWide(page)
  await page.locator('input[type="file"]').setInputFiles(png())
  await expect(page.getByRole('slider', { name: 'Масштаб' })).toBeVisible()
  await lookWithin(page)
  await close(page)
  for (const [name, change] of [
    ['Почта', 'Сменить'],
    ['Телефон', 'Обновить номер'],
  ] as const) {
    await row(page, name).click()
    await expect(dialog(page, name)).toBeVisible()
    await expect(page.locator('[role="dialog"] a, [role="dialog"] button').last()).toBeVisible()
    await lookWithin(page)
    await dialog(page).getByRole('link', { name: change }).click()
    await sendNothing('Отправить код', 'Обязательное поле')
    await close(page)
  }
  await row(page, 'Сменить пароль').click()
  await sendNothing('Продолжить', 'Необходимо ввести старый пароль.')
  await lookWide(page)
  await secret(page, 'Старый пароль').fill('Demo-pass-2')
  await button(page, 'Продолжить').click()
  await dialog(page).getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(dialog(page).getByText('Подтвердите новый пароль')).toBeVisible()
  await lookWithin(page)
  await close(page)
}

/** Checks the code step, its error and the final state. */
const lookAtCode = async (page: Page, world: World) => {
  await row(page, 'Почта').click()
  await button(page, 'Подтвердите').click()
  const code = await codeFor(world, 'timur@demo.test')
  await button(page, 'Подтвердить').click()
  await expect(dialog(page).getByText('Требуется OTP-код')).toBeVisible()
  await lookWithin(page)
  await field(page, 'Код из письма').fill(code)
  await expect(page).toHaveURL(/\/profile\/email\/success$/)
  await expect(button(page, 'Готово')).toBeVisible()
  await lookWithin(page)
  await close(page)
}

/** Checks a missing name, a toast and an inline failure. */
const lookAtName = async (page: Page) => {
  await row(page, 'Имя').click()
  await breakCall(page, 'users/profile/change_name/')
  await button(page, 'Сохранить').click()
  await expect(toasts(page)).toContainText('Internal server error')
  await expect(dialog(page).getByRole('alert')).not.toBeEmpty()
  await look(page)
  await field(page, 'Имя').fill('')
  await button(page, 'Сохранить').click()
  await expect(dialog(page).getByText('Необходимо указать имя')).toBeVisible()
  await lookWithin(page)
}

/** Checks the address step and its lists for a person without an address. */
const lookAtAddress = async (page: Page, world: World) => {
  await world.sql(`update people set country_code = null, region = null where email = 'timur@demo.test'`)
  await page.goto('/2/profile/address')
  await button(page, 'Сохранить').click()
  await expect(dialog(page).getByText('Необходимо указать страну')).toBeVisible()
  await look(page)
  await lookWide(page)
  await page.getByRole('combobox', { name: 'Страна' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await look(page)
}

test('the profile, its modals with their errors and ends, the devices, and a failure are accessible', async ({
  page,
  world,
}) => {
  await openProfile(page)
  await look(page)
  await lookWide(page)
  await lookAtSteps(page)
  await lookAtCode(page, world)
  await lookAtName(page)
  await lookAtAddress(page, world)

  await world.as('timur')
  await walkTo(page, '/2/profile/sessions')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await look(page)
  await lookWide(page)
  await breakCall(page, 'users/profile/')
  await page.goto('/2/profile')
  await expect(page.getByText('Не удалось загрузить профиль')).toBeVisible()
  await look(page)
  await lookWide(page)
})
