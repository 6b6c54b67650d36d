import type { Page } from '@playwright/test'
import { invitePerson } from '@podmoga/contract/desk/people'
import { expectFine, expectFineOver } from '../lib/looks.ts'
import { loseAnswer } from '../lib/lost-answer.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectFineEverywhere, SIZES, signIn, test } from '../lib/world.ts'

const PASSWORD = 'Samovar-na-mostu-7'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const goToSection = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Разделы управления' }).getByRole('button').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.describe('an empty house', () => {
  test.use({ env: { SEED: 'none', MAIL_SERVER: 'real' } })

  test('an owner comes by the link, invites a cook by a letter and a QR link, and answers the cook’s first ticket', async ({
    page,
    world,
    browser,
  }) => {
    await page.goto('/setup/?key=not-the-right-key')
    await expect(heading(page, 'Ссылка не действует')).toBeVisible()
    const setup = await world.setupPath()
    await page.goto(setup)
    await expect(heading(page, 'Первая настройка')).toBeVisible()
    await expectFine(page)
    await field(page, 'Название бизнеса').fill('Чайхана у моста')
    await field(page, 'Сеть').fill('Мост')
    await field(page, 'Первый ресторан').fill('У моста')
    await field(page, 'Имя').fill('Рустам')
    await field(page, 'Почта или телефон').fill('rustam@most.test')
    await page.getByLabel('Пароль', { exact: true }).fill('12345678')
    await page.getByRole('radio', { name: 'Пустая' }).check()
    await button(page, 'Создать и войти').click()
    await expect(field(page, 'Сеть')).toBeFocused()
    await field(page, 'Сеть').fill('most')
    await button(page, 'Создать и войти').click()
    await expect(page.getByText('слишком известный')).toBeVisible()
    await expect(field(page, 'Название бизнеса')).toHaveValue('Чайхана у моста')
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await loseAnswer(page, 'setup/')
    await button(page, 'Создать и войти').click()
    await expect(page.getByRole('alert')).toContainText('связи')
    // The link is used up; the owner that it created can sign in.
    const late = await page.context().newPage()
    await late.goto(setup)
    await expect(heading(late, 'Ссылка не действует')).toBeVisible()
    await expect(late.getByRole('link', { name: 'Ко входу' })).toHaveAttribute('href', /\/intranet\//)
    await late.close()
    await button(page, 'Создать и войти').click()

    await expect(heading(page, 'С чего начать')).toBeVisible()
    await expect(page.getByText('Пригласите людей')).toBeVisible()
    await expectFineEverywhere(page)
    // On a phone the administration's pages are in a menu.
    await goToSection(page, 'Сотрудники')
    await button(page, 'Пригласить сотрудника').click()
    const invite = page.getByRole('dialog', { name: 'Пригласить сотрудника' })
    await invite.getByRole('button', { name: 'Пригласить', exact: true }).click()
    await expect(invite.getByText('Необходимо указать имя')).toBeVisible()
    await field(page, 'Имя').fill('Дилшод')
    await field(page, 'Почта').fill('dilshod@most.test')
    await page.getByRole('combobox', { name: 'Как передать приглашение' }).selectOption({ label: 'Письмом' })
    await expect(page.getByRole('checkbox', { name: 'У моста' })).toBeChecked()
    await expectFineOver(page)
    await invite.getByRole('button', { name: 'Пригласить', exact: true }).click()
    const ready = page.getByRole('dialog', { name: 'Приглашение готово' })
    await expect(ready.getByRole('img', { name: 'QR-код приглашения' })).toBeVisible()
    await expectFineOver(page)
    const link = (await ready.getByText(/\/intranet\/invite\?key=/).textContent()) ?? ''
    // The letter went through a real mail server, and contains the same link as the QR code.
    const letter = async () =>
      (await world.mail()).mail.find(({ to }) => to === 'dilshod@most.test')?.text ?? ''
    await expect.poll(letter).toContain(link)
    await button(page, 'Готово').click()
    await expect(page.getByRole('main').getByRole('row', { name: /Дилшод/ })).toContainText('Приглашён')

    const phone = await browser.newContext({ viewport: SIZES.phone, locale: 'ru-RU' })
    const cook = await phone.newPage()
    await cook.goto(`${world.url}${new URL(link).pathname}${new URL(link).search}`)
    await expect(heading(cook, '«Чайхана у моста» приглашает вас')).toBeVisible()
    await expectFine(cook)
    await cook.getByLabel('Придумайте пароль', { exact: true }).fill('Plov-po-pyatnicam-5')
    await loseAnswer(cook, 'invitations/accept/')
    await button(cook, 'Войти').click()
    await expect(cook.getByRole('alert')).toContainText('связи')
    await button(cook, 'Войти').click()
    await expect(cook).toHaveURL(/\/\d+\/?$/)
    await cook.goto(`${cook.url().replace(/\/$/, '')}/tickets/add`)
    await cook.getByRole('radio', { name: 'Другое' }).check()
    await field(cook, 'Сообщение').fill('Касса не печатает чек')
    await button(cook, 'Отправить').click()
    await expect(cook.getByText('Касса не печатает чек')).toBeVisible()

    await walkTo(page, '/desk/')
    await page.getByRole('link', { name: /№1001/ }).first().click()
    await field(page, 'Ответ').fill('Проверьте бумагу и кабель')
    await button(page, 'Отправить').click()
    await cook.getByRole('link', { name: /№1001/ }).first().click()
    await expect(cook.getByText('Проверьте бумагу и кабель', { exact: true })).toBeVisible()
    await phone.close()
  })
})

// What the lists and forms show, keep and send is tested in *.test.tsx of apps/desk/src/business (people, import, restaurants,
// settings, journal); the effects in the tests of apps/server/src/business.
test('an admin keeps people, restaurants and topics; what was done stands in the journal', async ({
  page,
  world,
  browser,
}) => {
  await signIn(page, 'admin', '/desk/admin/people')
  const timur = page.getByRole('main').getByRole('row', { name: /Тимур/ })
  await expect(timur).toBeVisible()
  // From inside a field too; a person who is not an agent is not offered the queue.
  await page.getByRole('searchbox', { name: 'Имя, телефон или почта' }).press('Control+KeyK')
  const palette = page.getByRole('dialog', { name: 'Команды' })
  await palette.getByRole('combobox', { name: 'Что сделать или открыть' }).fill('очер')
  await expect(palette.getByText('Ничего не нашлось')).toBeVisible()
  await palette.getByRole('combobox', { name: 'Что сделать или открыть' }).fill('сотр')
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Имя, телефон или почта' }).fill('тимур')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  await world.as('timur', '2')
  await timur.getByRole('button', { name: /^Ещё/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Входы' }).click()
  await expect(
    page
      .getByRole('dialog', { name: /^Входы: Тимур/ })
      .getByRole('listitem')
      .first(),
  ).toContainText('вход ')
  await expectFineOver(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Готово' }).click()

  await test.step('invitations of all that were found, on one sheet', async () => {
    const admin = await world.as('admin')
    for (const first_name of ['Лола', 'Нодир'])
      await admin(invitePerson, {
        body: {
          first_name,
          email: `sheet-${first_name.length}.otabekova@chaikhana-navruz.test`,
          restaurants: [{ id: '1' }],
        },
      })
    await page.getByRole('searchbox', { name: 'Имя, телефон или почта' }).fill('sheet-')
    await expect(page.getByRole('main').getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('main')).toContainText('2 человека')
    await page.getByRole('checkbox', { name: /^Выбрать: Лола/ }).check()
    // In a narrow table an address wraps and is fully readable.
    const addresses = page.getByRole('main').locator('td > div', { hasText: '@' })
    const table = page.getByRole('table', { name: 'Сотрудники' })
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 768 })
      await expect(addresses).toHaveCount(2)
      const isCut = await addresses.evaluateAll((all) =>
        all.some((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1),
      )
      expect(isCut).toBe(false)
      const over = await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))
      expect(over).toBeLessThan(1)
    }
    await page.setViewportSize(SIZES.desktop)
    await page.getByRole('button', { name: 'Выбрать всех найденных' }).click()
    await expect(page.getByText('Выбрано: 2')).toBeVisible()
    await page.getByRole('button', { name: 'Пригласить', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Сделать приглашения' }).click()
    const strips = page.getByRole('list', { name: 'Лист приглашений' })
    await expect(strips.getByRole('img', { name: /^QR-код приглашения/ })).toHaveCount(2)
    await expect(strips).toContainText('Нодир')
    await page.getByRole('main').getByRole('button', { name: 'Готово' }).click()
  })

  await page.getByRole('searchbox', { name: 'Имя, телефон или почта' }).fill('')
  await page.getByRole('checkbox', { name: /^Выбрать: Тимур/ }).check()
  await page.getByRole('checkbox', { name: /^Выбрать: Азиза/ }).check()
  await expect(page.getByRole('status').filter({ hasText: 'Выбрано: 2' })).toBeVisible()
  // Arrow keys move between rows, staying on the same control.
  await page.getByRole('checkbox', { name: /^Выбрать: Тимур/ }).press('ArrowUp')
  await expect(page.getByRole('checkbox', { name: /^Выбрать: Тимур/ })).not.toBeFocused()
  await expectFine(page)
  await button(page, 'Рестораны и роли').first().click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Редактор базы знаний' }).check()
  await expectFineOver(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Изменено: 2 сотрудника')).toBeVisible()
  await expect(timur).toContainText('Редактор базы знаний')

  await page.getByRole('link', { name: 'Внести из файла' }).click()
  const rows = ['Имя;Почта;Телефон;Рестораны', 'Гульнора;gulnora@demo.test;;', 'Пропажа;;;']
  await page.getByLabel('Файл сотрудников').setInputFiles({
    name: 'смена.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  await expect(page.getByText('Строка 3: Нет ни почты, ни телефона')).toBeVisible()
  await expectFine(page)
  await button(page, 'Внести: 1 строка').click()
  await expect(page.getByRole('status').filter({ hasText: 'Файл внесён' })).toBeVisible()

  await goToSection(page, 'Рестораны')
  await button(page, 'Добавить ресторан').click()
  await field(page, 'Название').fill('Самса на углу')
  await field(page, 'Понедельник').fill('с утра')
  await button(page, 'Сохранить').click()
  await expect(page.getByText('Часы в виде 10:00-23:00')).toBeVisible()
  await expectFineOver(page)
  await field(page, 'Понедельник').fill('10:00 – 23:00')
  await page.getByRole('combobox', { name: 'Часовой пояс' }).click()
  await page.getByRole('combobox', { name: 'Город или Asia/Tashkent' }).fill('самарк')
  await page.getByRole('option', { name: /^Самарканд, UTC\+5/ }).click()
  await button(page, 'Сохранить').click()
  const corner = page.getByRole('main').getByRole('row', { name: /Самса на углу/ })
  await expect(corner).toContainText('Самса на углу')
  await expectFine(page)
  await button(page, 'Рестораны из файла').click()
  await page.getByLabel('Файл ресторанов').setInputFiles({
    name: 'сеть.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Название;Часовой пояс\nЛепёшка;\nСамса;Луна'),
  })
  const network = page.getByRole('dialog', { name: 'Рестораны из файла' })
  await expect(network.getByText('Строка 3: Часовой пояс: Недопустимое значение')).toBeVisible()
  await expectFineOver(page)
  await network.getByRole('button', { name: 'Внести: 1 строка' }).click()
  await expect(page.getByRole('main').getByRole('row', { name: /Лепёшка/ })).toBeVisible()

  await goToSection(page, 'Справочники')
  const payments = page.getByRole('region', { name: 'Платёжные системы' })
  await payments.getByRole('button', { name: 'Добавить строку' }).click()
  await payments.getByRole('textbox').last().fill('Paynet')
  await payments.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await page.reload()
  await expect(payments.getByRole('textbox').last()).toHaveValue('Paynet')
  await expectFine(page)

  const cook = await browser.newPage({ baseURL: world.url, locale: 'ru-RU' })
  await signIn(cook, 'aziza', '/1')
  await expect(cook.getByRole('contentinfo')).toContainText('Подмога')
  await cook.evaluate(() => Object.assign(window, { loadedOnce: true }))
  await goToSection(page, 'Настройки')
  await field(page, 'Название').fill('Чайхана у моста')
  await field(page, 'Телефон поддержки').fill('позвоните нам')
  await button(page, 'Сохранить: Как отвечает поддержка').click()
  await expect(page.getByText('Неверный номер телефона')).toBeVisible()
  await expectFine(page)
  await field(page, 'Телефон поддержки').fill('+998 90 111-22-33')
  await button(page, 'Сохранить: Как отвечает поддержка').click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  // Unsaved input in another part is kept.
  await button(page, 'Сохранить: Название и ссылки').click()
  await expect(page.getByRole('banner')).toContainText('Чайхана у моста')
  // The cook's page was open all the time and was not reloaded.
  await expect(cook.getByRole('contentinfo')).toContainText('Чайхана у моста')
  await expect(cook.getByRole('link', { name: '+998 90 111-22-33' })).toBeVisible()
  expect(await cook.evaluate(() => 'loadedOnce' in window)).toBe(true)
  await cook.close()

  await goToSection(page, 'Журнал')
  await expect(page.getByRole('listitem').filter({ hasText: 'Изменён справочник' })).toBeVisible()
  await expectFine(page)
})
