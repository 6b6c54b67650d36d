import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closeByBack } from '../lib/close-by-back.ts'
import {
  atProfile,
  breakCall,
  button,
  countCalls,
  dialog,
  field,
  openProfile,
  ROWS,
  row,
  toasts,
} from '../lib/profile-steps.ts'
import { png } from '../lib/samples.ts'
import { makeGate } from '../lib/screens.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, SIZES, signIn, test } from '../lib/world.ts'

// Bytes after the end of the picture make it as large as a phone's photo.
const HEAVY = { ...png(), name: 'большое.png', buffer: Buffer.concat([png().buffer, randomBytes(3_000_000)]) }

const UPLOAD = 'users/profile/upload_image/'
const CHANGE_NAME = 'users/profile/change_name/'

const combobox = (page: Page, name: string) => page.getByRole('combobox', { name })
const historyLength = (page: Page) => page.evaluate(() => history.length)

/** Holds every answer of one call back until the returned function is called. */
const holdCall = async (page: Page, path: string): Promise<() => void> => {
  const gate = makeGate()
  await page.route(`**/api/${path}`, async (route) => {
    await gate.wait
    await route.continue()
  })
  return gate.open
}

/** The ways to close a modal. */
const WAYS: Record<string, (page: Page) => Promise<unknown>> = {
  Esc: (page) => page.keyboard.press('Escape'),
  '✕': (page) => button(page, 'Закрыть').click(),
  scrim: (page) => page.mouse.click(8, 8),
  Back: (page) => page.goBack(),
}

/** Opens each modal from its row and closes it in each way, alternating the sizes. */
const closeEveryWay = async (page: Page) => {
  let length = 0
  for (const [at, { row: name, step, title }] of ROWS.entries()) {
    for (const [turn, [way, close]] of Object.entries(WAYS).entries()) {
      await page.setViewportSize((at + turn) % 2 === 0 ? SIZES.phone : SIZES.desktop)
      await row(page, name).click()
      await page.waitForURL(`**/2/profile/${step}`)
      await expect(dialog(page, title)).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Помощь`)
      await expect(dialog(page).locator(':focus').or(page.locator('[role="dialog"]:focus'))).toHaveCount(1)
      length ||= await historyLength(page)
      await close(page)
      await atProfile(page)
      await expect(dialog(page), `${title} by ${way}`).toHaveCount(0)
      await expect(row(page, name), `${title} by ${way}`).toBeFocused()
      expect(await historyLength(page)).toBe(length)
    }
  }
}

/** Opens each modal by its address: the profile is behind it, and «Отмена» returns to it. */
const openByAddress = async (page: Page) => {
  for (const [at, { row: name, step, title }] of ROWS.entries()) {
    if (at === 0) await page.goto(`/2/profile/${step}`)
    else await walkTo(page, `/2/profile/${step}`)
    await expect(dialog(page, title)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(
      'Данные вашего профиля',
    )
    const length = await historyLength(page)
    const cancel = button(page, 'Отмена')
    if ((await cancel.count()) > 0) await cancel.click()
    else await button(page, 'Закрыть').click()
    await atProfile(page)
    await expect(row(page, name)).toBeFocused()
    expect(await historyLength(page)).toBe(length)
  }
  for (const step of ['email/edit', 'phone/edit']) {
    await walkTo(page, `/2/profile/${step}`)
    await button(page, 'Отмена').click()
    await atProfile(page)
    await expect(dialog(page)).toHaveCount(0)
  }
}

test('the page says that it does not load, holds the places of its rows, and shows the two cards, whose modals close every way', async ({
  page,
}) => {
  await test.step('the page says that it does not load, holds the places of its rows while it loads, and shows the two cards', async () => {
    // A failure is shown in a toast and inline, and can be retried.
    const mend = await breakCall(page, 'users/profile/')
    await signIn(page, 'timur', '/2/profile')
    await expect(toasts(page)).toContainText('Internal server error!')
    await expect(toasts(page).locator('[lang="en"]')).toHaveText(/Internal server error!/)
    await expect(page.getByText('Не удалось загрузить профиль')).toBeVisible()
    await page.goto('/2/profile/name')
    const again = dialog(page).getByRole('button', { name: 'Повторить' })
    await expect(again).toBeVisible()
    await mend()
    await again.click()
    await expect(field(page, 'Имя')).toHaveValue('Тимур')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Имя')).toBeVisible()

    const release = await holdCall(page, 'users/profile/')
    // Without prerendering, which would show the page before its call.
    await page.route(/help_desk\/screen\//, (route) => route.abort())
    await page.goto('/2/profile')
    const busy = page.locator('main [aria-busy="true"]')
    await expect(busy.locator('section')).toHaveCount(2)
    await expect(busy.locator('section').first()).toBeVisible()
    const heights = () =>
      page
        .locator('main section')
        .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
    const before = await heights()
    release()
    await expect(row(page, 'Имя')).toBeVisible()
    const after = await heights()
    expect(Math.abs((after[0] ?? 0) - (before[0] ?? 0))).toBeLessThanOrEqual(4)

    // Every row is a link, and unconfirmed values are marked.
    await expect(page).toHaveTitle('Данные вашего профиля · Помощь')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Данные вашего профиля')
    const main = page.getByRole('region', { name: 'Основная информация' })
    const contact = page.getByRole('region', { name: 'Контактная информация' })
    await expect(main.getByRole('link')).toHaveText(['Фото', 'Имя', 'Страна и регион', 'Сменить пароль'])
    await expect(contact.getByRole('link')).toHaveText(['Почта', 'Телефон'])
    await expect(main).toContainText('Тимур')
    await expect(main).toContainText('Узбекистан, Ташкент')
    await expect(main).toContainText('••••••••')
    await expect(contact).toContainText('timur@demo.test')
    await expect(contact).toContainText('Требуется подтверждение')
    await expect(row(page, 'Имя')).toHaveAccessibleDescription('Тимур')

    // A phone is shown as code and number; a confirmed email has no marker.
    await page.unrouteAll()
    await openProfile(page, 'aziza')
    await expect(row(page, 'Телефон')).toHaveAccessibleDescription('+998 90 123 45 67')
    await expect(page.getByText('Требуется подтверждение')).toHaveCount(0)
  })

  await test.step('modals open from their rows and close every way, go one step back with Back, leave no steps behind, keep Tab inside and the page behind still', async () => {
    await openProfile(page)
    await closeEveryWay(page)

    await page.setViewportSize(SIZES.desktop)
    await row(page, 'Почта').click()
    await dialog(page).getByRole('link', { name: 'Сменить' }).click()
    await expect(dialog(page, 'Смена почты')).toBeVisible()
    await expect(field(page, 'Новая почта')).toBeFocused()
    await page.goBack()
    await expect(dialog(page, 'Почта')).toBeVisible()
    await page.goForward()
    await expect(field(page, 'Новая почта')).toBeFocused()
    await page.keyboard.press('Escape')
    await atProfile(page)
    await expect(row(page, 'Почта')).toBeFocused()
    await page.setViewportSize(SIZES.phone)
    await row(page, 'Имя').click()
    await expect(field(page, 'Имя')).toBeFocused()
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      await expect(dialog(page).locator(':focus')).toHaveCount(1)
    }
    const before = await page.evaluate(() => window.scrollY)
    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    await page.keyboard.press('Escape')
    await atProfile(page)
    await page.goBack()
    await expect(page).not.toHaveURL(/profile/)

    await page.setViewportSize(SIZES.desktop)
    await openByAddress(page)
  })
})

const choosePhoto = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"]').setInputFiles(file)

/** Delays the decoding of pictures until the returned function is called. */
const holdDecoding = async (page: Page) => {
  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window)
    const released = new Promise((resolve) => window.addEventListener('decode', resolve, { once: true }))
    window.createImageBitmap = async (...given: unknown[]) => {
      await released
      return Reflect.apply(decode, window, given)
    }
  })
  return () => page.evaluate(() => window.dispatchEvent(new Event('decode')))
}

/** A GIF is uploaded without cropping; if the server refuses it, the reason is shown and the file stays. */
const uploadWhole = async (page: Page) => {
  await row(page, 'Фото').click()
  const call = `**/api/${UPLOAD}`
  await page.route(call, (route) =>
    route.fulfill({ json: { ok: false, error: 'Неподдерживаемый формат', image: null } }),
  )
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await choosePhoto(page, { name: 'смена.GIF', mimeType: 'image/gif', buffer: gif })
  await expect(dialog(page).getByRole('img', { name: 'Новое фото' })).toBeVisible()
  await expect(page.getByRole('slider')).toHaveCount(0)
  await button(page, 'Готово').click()
  await expect(toasts(page)).toContainText('Неподдерживаемый формат')
  await expect(dialog(page, 'Фото')).toBeVisible()
  await page.unroute(call)
  await button(page, 'Готово').click()
  await atProfile(page)
}

/** If the picture is still being decoded when «Готово» is pressed, the app waits and uploads it. */
const uploadWhileDecoding = async (page: Page) => {
  const decode = await holdDecoding(page)
  await row(page, 'Фото').click()
  await choosePhoto(page, png('медленно.png'))
  const sent = page.waitForRequest(/upload_image/)
  await button(page, 'Готово').click()
  await expect(dialog(page).getByText('Необходим файл')).toHaveCount(0)
  await expect(button(page, 'Готово')).toHaveAttribute('aria-disabled', 'true')
  await decode()
  await expect(dialog(page)).toHaveCount(0)
  await sent
}

test('a name, a place, a photo and the devices of a person', async ({ page, world }) => {
  await openProfile(page)

  await test.step('a name is asked for, stays when it could not be saved, and changes, shows in the header and returns to its row', async () => {
    // If it is saved after the person has left, there is no navigation.
    const release = await holdCall(page, CHANGE_NAME)
    await row(page, 'Имя').click()
    await button(page, 'Сохранить').click()
    await page.keyboard.press('Escape')
    await atProfile(page)
    await row(page, 'Почта').click()
    const saved = page.waitForResponse('**/api/users/profile/')
    release()
    await saved
    await expect(dialog(page, 'Почта')).toBeVisible()
    await expect(page).toHaveURL(/\/2\/profile\/email$/)
    await page.unrouteAll()
    await page.keyboard.press('Escape')
    await atProfile(page)

    // The error appears on leaving the field and on saving, and disappears with the first letter.
    await row(page, 'Имя').click()
    const name = field(page, 'Имя')
    const error = dialog(page).getByText('Необходимо указать имя')
    await expect(name).toHaveValue('Тимур')
    await name.fill('')
    await expect(error).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(error).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription('Необходимо указать имя')
    await name.fill('Т')
    await expect(error).toHaveCount(0)
    await name.fill('   ')
    await button(page, 'Сохранить').click()
    await expect(error).toBeVisible()
    await expect(name).toBeFocused()

    // A failure shows the product's toast; a refusal shows the server’s text.
    const mend = await breakCall(page, CHANGE_NAME)
    await name.fill('Тим')
    await button(page, 'Сохранить').click()
    await expect(toasts(page)).toContainText('Internal server error')
    await expect(dialog(page).getByRole('alert')).toContainText('Попробуйте ещё раз')
    await expect(name).toHaveValue('Тим')
    await mend()
    const call = `**/api/${CHANGE_NAME}`
    await page.route(call, (route) => route.fulfill({ json: { ok: false, error: 'Такое имя уже занято' } }))
    await button(page, 'Сохранить').click()
    await expect(toasts(page)).toContainText('Такое имя уже занято')
    await expect(dialog(page).getByText('Такое имя уже занято')).toBeVisible()
    await page.unroute(call)
    await button(page, 'Сохранить').click()
    await atProfile(page)

    await row(page, 'Имя').click()
    const calls = countCalls(page, CHANGE_NAME)
    await name.fill('Тимур Ғофуров')
    await button(page, 'Сохранить').dblclick()
    await atProfile(page)
    await expect(row(page, 'Имя')).toHaveAccessibleDescription('Тимур Ғофуров')
    await expect(row(page, 'Имя')).toBeFocused()
    await expect(button(page, 'Тимур Ғофуров')).toBeVisible()
    expect(calls.count).toBe(1)
  })

  await test.step('a country and its region are found in Russian, ё being е, a new country clears the region, and none are asked for', async () => {
    // The list's code is fetched when a finger or pointer approaches the field.
    const code = page.waitForResponse(/picker-overlay/)
    // Loading of regions can be retried after a failure.
    const mend = await breakCall(page, 'users/countries/UZ/regions/')
    await row(page, 'Страна и регион').click()
    await expect(dialog(page).getByText('Не удалось загрузить регионы')).toBeVisible()
    await expect(toasts(page)).toContainText('Internal server error')
    await mend()
    await button(page, 'Повторить').click()

    const country = combobox(page, 'Страна')
    const region = combobox(page, 'Регион')
    await expect(country).toHaveText('Узбекистан')
    await expect(region).toHaveText('Ташкент')
    await country.hover()
    await code
    await country.click()
    await expect(page.getByRole('option').first()).toBeVisible()
    // Of 250 countries only visible ones are rendered.
    expect(await page.getByRole('option').count()).toBeLessThan(60)
    // Screen readers get the total number.
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-setsize', /^2\d\d$/)
    const search = combobox(page, 'Найти страну')
    const pointedAt = page.locator('[role="option"][data-focused]')
    // It opens at the selected country.
    await expect(pointedAt).toHaveText('Узбекистан')
    await expect(pointedAt).toBeInViewport()
    await search.press('End')
    await expect(pointedAt).toHaveText('Япония')
    await expect(pointedAt).toBeInViewport()
    await expect(search).toHaveAttribute('aria-activedescendant', (await pointedAt.getAttribute('id')) ?? '')
    await search.press('Home')
    await expect(pointedAt).toHaveText('Австралия')
    await search.press('PageDown')
    await expect(pointedAt).not.toHaveText('Австралия')
    await search.fill('узб')
    // In typed text Home moves to its beginning.
    await search.press('Home')
    expect(await search.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0)
    await expect(page.getByRole('option').first()).toHaveText('Узбекистан')
    await search.fill('орлеан')
    await expect(page.getByText('нет данных')).toBeVisible()
    await search.fill('белару')
    await page.getByRole('option', { name: 'Беларусь' }).click()
    await expect(country).toHaveText('Беларусь')
    await region.click()
    await combobox(page, 'Найти регион').fill('могилев')
    await expect(page.getByRole('option').first()).toHaveText('Могилёвская область')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(combobox(page, 'Найти регион')).toHaveCount(0)
    await country.press('ArrowDown')
    await search.fill('россия')
    await expect(page.getByRole('option').first()).toHaveText('Россия')
    await page.keyboard.press('Enter')
    await expect(country).toHaveText('Россия')
    await expect(region).toHaveText('Выберите…')
    await button(page, 'Сохранить').click()
    await expect(dialog(page).getByText('Необходимо выбрать регион')).toBeVisible()
    await expect(region).toBeFocused()
    // Back on a phone closes the list, not the dialog from which it was opened.
    const size = page.viewportSize() ?? SIZES.desktop
    await page.setViewportSize(SIZES.phone)
    await region.click()
    await expect(combobox(page, 'Найти регион')).toBeVisible()
    await closeByBack(page)
    await expect(combobox(page, 'Найти регион')).toHaveCount(0)
    await expect(country).toHaveText('Россия')
    await page.setViewportSize(size)
    await region.click()
    await combobox(page, 'Найти регион').fill('моск')
    await page.getByRole('option', { name: 'Московская область' }).click()
    await button(page, 'Сохранить').click()
    await atProfile(page)
    await expect(row(page, 'Страна и регион')).toHaveAccessibleDescription('Россия, Московская область')

    // A country without known regions is its own region.
    await row(page, 'Страна и регион').click()
    await country.click()
    await search.fill('антарктида')
    await page.getByRole('option', { name: 'Антарктида' }).click()
    await region.click()
    await page.getByRole('option', { name: 'Антарктида' }).click()
    await button(page, 'Сохранить').click()
    await atProfile(page)
    await expect(row(page, 'Страна и регион')).toHaveAccessibleDescription('Антарктида, Антарктида')

    // A person without country and region must enter both.
    await world.sql(`update people set country_code = null, region = null where email = 'timur@demo.test'`)
    await page.goto('/2/profile/address')
    await expect(country).toBeVisible()
    await expect(region).toBeDisabled()
    await expect(region).toHaveText('Сначала выберите страну')
    await button(page, 'Сохранить').click()
    await expect(dialog(page).getByText('Необходимо указать страну')).toBeVisible()
    await expect(dialog(page).getByText('Необходимо выбрать регион')).toBeVisible()
    await expect(country).toBeFocused()
    await page.keyboard.press('Escape')
    await atProfile(page)
  })

  await test.step('a photo is required, of a type and of a size; one that is too large may be shrunk, put into the frame by keyboard and uploaded', async () => {
    await row(page, 'Фото').click()
    const errorText = (text: string) => dialog(page).getByText(text)
    await expect(page.locator('input[type="file"]')).toHaveAttribute('accept', '.jpg,.jpeg,.gif,.png')
    await button(page, 'Готово').click()
    await expect(errorText('Необходим файл')).toBeVisible()
    await expect(button(page, 'Загрузить')).toBeFocused()
    await choosePhoto(page, { name: 'меню.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await expect(errorText('Неподдерживаемый формат')).toBeVisible()
    await expect(errorText('Подходят JPG, PNG и GIF.')).toBeVisible()
    await choosePhoto(page, { name: 'не картинка.png', mimeType: 'image/png', buffer: Buffer.from('text') })
    await expect(errorText('Неподдерживаемый формат')).toBeVisible()
    await choosePhoto(page, HEAVY)
    await expect(errorText('Слишком большой файл')).toBeVisible()
    // The unsuitable file was dropped.
    await button(page, 'Готово').click()
    await expect(errorText('Необходим файл')).toBeVisible()
    await page.keyboard.press('Escape')
    await atProfile(page)

    await row(page, 'Фото').click()
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Загрузить').click()
    await (await chooser).setFiles(HEAVY)
    await button(page, 'Сжать и загрузить').click()
    const frame = dialog(page).getByRole('group', { name: 'Кадр. Двигайте стрелками' })
    await expect(frame).toBeVisible()
    await expect(errorText('Слишком большой файл')).toHaveCount(0)
    const image = dialog(page).locator('img').last()
    const place = () => image.evaluate((element) => element.style.transform)
    const before = await place()
    await button(page, 'Крупнее').click()
    await expect(page.getByRole('slider', { name: 'Масштаб' })).toHaveValue('1.5')
    await page.getByRole('slider', { name: 'Масштаб' }).press('ArrowRight')
    await expect(page.getByRole('slider', { name: 'Масштаб' })).toHaveValue('1.6')
    await frame.press('ArrowLeft')
    expect(await place()).not.toBe(before)
    const upload = page.waitForRequest(`**/api/${UPLOAD}`)
    await button(page, 'Готово').click()
    const sent = (await upload).postDataBuffer()
    expect(sent?.length ?? 0).toBeLessThan(2 * 1024 * 1024)
    await atProfile(page)
    await expect(row(page, 'Фото')).toBeFocused()
    const shown = page.getByRole('region', { name: 'Основная информация' }).locator('img')
    await expect(shown).toHaveJSProperty('naturalWidth', 512)
    await expect(page.getByRole('banner').locator('img').first()).toBeVisible()
    const [stored] = await world.sql(`select image_key from people where email = 'timur@demo.test'`)
    expect(stored?.image_key).not.toBeNull()

    await uploadWhole(page)
    await uploadWhileDecoding(page)
  })

  await test.step('where one is signed in is absent where the backend cannot tell; lists the devices, ends one, all others, and this one as a logout does', async () => {
    const call = '**/api/users/sessions/'
    await page.route(call, (route) =>
      route.fulfill({ status: 404, json: { error: 'Ничего не найдено', code: 'not_found' } }),
    )
    await page.goto('/2/profile')
    await expect(row(page, 'Телефон')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Где вы вошли' })).toHaveCount(0)
    await walkTo(page, '/2/profile/sessions')
    await expect(page.getByText('Здесь список устройств недоступен.')).toBeVisible()
    await page.unroute(call)

    await world.as('timur')
    await world.as('timur')
    await page.goto('/2/profile')
    await expect(page.getByText('3 устройства')).toBeVisible()
    await page.getByRole('link', { name: 'Где вы вошли' }).click()
    await expect(page).toHaveTitle('Где вы вошли · Помощь')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const devices = page.getByRole('main').getByRole('listitem')
    await expect(devices).toHaveCount(3)
    await expect(devices.filter({ hasText: 'Это устройство' })).toHaveCount(1)
    await expect(devices.filter({ hasText: 'Chrome, Linux' })).toHaveCount(1)
    await devices
      .filter({ hasNotText: 'Это устройство' })
      .first()
      .getByRole('button', { name: 'Выйти на том устройстве' })
      .click()
    await expect(devices).toHaveCount(2)
    await expect(toasts(page)).toContainText('Сессия на том устройстве закончена')
    await button(page, 'Выйти везде, кроме этого устройства').click()
    await expect(devices).toHaveCount(1)
    await expect(button(page, 'Выйти везде, кроме этого устройства')).toHaveCount(0)
    await page.getByRole('link', { name: 'К профилю' }).click()
    await expect(page.getByText('1 устройство')).toBeVisible()
    await page.getByRole('link', { name: 'Где вы вошли' }).click()
    await button(page, 'Выйти на этом устройстве').click()
    await page.waitForURL('**/intranet/**')
    expect((await page.context().cookies()).some(({ name }) => name === 'user_tokens')).toBe(false)
  })
})
