import type { Page } from '@playwright/test'
import { getPoster } from '@podmoga/contract/desk/joining'
import { expectFine, expectFineOver } from '../lib/looks.ts'
import { expect, expectAccessible, SIZES, signIn, test } from '../lib/world.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a newcomer scans the poster of a restaurant, waits, is admitted by one tap and comes in', async ({
  page,
  world,
  browser,
}) => {
  // This admin keeps the installation too.
  await world.sql(`insert into operators (person_id) select id from people where email = 'admin@demo.test'`)
  await signIn(page, 'admin', '/desk/admin/people')
  await page.getByRole('button', { name: 'Ещё', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Плакат с QR-кодом' }).click()
  // The list of people has a restaurant to choose too.
  await expect(page).toHaveURL(/\/desk\/admin\/poster$/)
  await expect(button(page, 'Сделать плакат')).toBeVisible()
  const which = page.getByRole('combobox', { name: 'Ресторан' })
  await which.click()
  await page.getByRole('option', { name: /^Плакаты всех ресторанов/ }).click()
  await button(page, 'Собрать плакаты').click()
  await expect(page.getByText(/^Готово плакатов: (\d+), из них новых: \1$/)).toBeVisible()
  await expect(page.getByRole('region', { name: /^Вид плаката: / }).nth(1)).toBeVisible()
  await which.click()
  await page.getByRole('option', { name: 'Плов Центр', exact: true }).click()
  await button(page, 'Отозвать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await button(page, 'Сделать плакат').click()
  const poster = page.getByRole('region', { name: 'Вид плаката' })
  await expect(poster).toContainText('Плов Центр')
  await expect(poster.getByRole('img', { name: 'QR-код плаката' })).toBeVisible()
  await expectFine(page)
  await page.emulateMedia({ media: 'print' })
  await expect(poster).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(button(page, 'Распечатать')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const admin = await world.as('admin', '2')
  const { poster: made } = await admin(getPoster, { params: { restaurantId: '2' } })
  const address = new URL(made?.link ?? '')

  const phone = await browser.newContext({ viewport: SIZES.phone, locale: 'ru-RU', baseURL: world.url })
  const cook = await phone.newPage()
  await cook.goto(address.pathname + address.search)
  await expect(heading(cook, 'доступ для сотрудников')).toBeVisible()
  await expectFine(cook)
  await button(cook, 'Попросить доступ').click()
  await expect(cook.getByText('Необходимо указать имя')).toBeVisible()
  await field(cook, 'Имя').fill('Бахром')
  await field(cook, 'Телефон').fill('90 777 66 55')
  await button(cook, 'Попросить доступ').click()
  await expect(heading(cook, 'Подтвердите телефон')).toBeVisible()
  await expectFine(cook)
  const codeSent = async () =>
    /\d{6}/.exec((await world.mail()).sms.find(({ to }) => to === '+998907776655')?.text ?? '')?.[0] ?? ''
  await expect.poll(codeSent).not.toBe('')
  // The sixth digit sends it.
  await field(cook, 'Код из SMS').fill(await codeSent())
  await expect(heading(cook, 'Ждём управляющего')).toBeVisible()
  await cook.reload()
  await expect(heading(cook, 'Ждём управляющего')).toBeVisible()
  await expectFine(cook)

  // The manager is told where they are: on the home that is open, and on what leads there.
  await world.sql(`update memberships set role = 'manager' where restaurant_id = 2
    and person_id = (select id from people where email = 'aziza@demo.test')`)
  const own = await browser.newContext({ viewport: SIZES.phone, locale: 'ru-RU', baseURL: world.url })
  // Fetching ahead is no subject here.
  await own.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  const manager = await own.newPage()
  await signIn(manager, 'aziza', '/2')
  const door = manager.getByRole('region', { name: 'Просят доступ' })
  await expect(door).toContainText('Бахром')
  await expect(manager.getByRole('button', { name: /Меню.*просит/ })).toBeVisible()
  await expectAccessible(manager)

  await page.goto('/desk/admin/people')
  const asking = page.getByRole('region', { name: 'Просят доступ' })
  await expect(asking.getByRole('listitem')).toContainText('Бахром')
  await expectFine(page)
  await door.getByRole('button', { name: 'Принять' }).click()
  await expect(door).toHaveCount(0)
  await expect(manager.getByRole('button', { name: 'Меню', exact: true })).toBeVisible()
  await own.close()
  await expect(asking).toHaveCount(0, { timeout: 15_000 })
  // The newcomer's page moves on by itself.
  await expect(heading(cook, 'Вас приняли')).toBeVisible()
  await expectFine(cook)
  await cook.getByLabel('Придумайте пароль', { exact: true }).fill('Samsa-s-tykvoy-8')
  await button(cook, 'Войти').click()
  await expect(cook).toHaveURL(/\/2\/?$/)
  // A first day, until it is put away.
  const day = cook.getByRole('region', { name: 'С первым днём!' })
  await expect(day.getByRole('link')).toHaveCount(5)
  await expectFine(cook)
  await day.getByRole('button', { name: 'Готово' }).click()
  await cook.reload()
  await expect(cook.getByRole('heading', { name: 'Часто задаваемые вопросы' })).toBeVisible()
  await expect(day).toHaveCount(0)

  // Their own data: looked at, asked to be forgotten, and forgotten by the admin's word.
  await cook.goto('/2/profile/data')
  await expect(heading(cook, 'Мои данные')).toBeVisible()
  await expectFine(cook)
  await world.sql(`update sessions set confirmed_at = now() - interval '1 hour'`)
  await button(cook, 'Скачать архив').click()
  await cook.getByLabel('Ваш пароль', { exact: true }).fill('Samsa-s-tykvoy-8')
  const archive = cook.waitForEvent('download')
  await button(cook, 'Подтвердить').click()
  expect((await archive).suggestedFilename()).toBe('данные.zip')
  await button(cook, 'Попросить удалить мои данные').click()
  await expect(button(cook, 'Взять просьбу назад')).toBeVisible()
  await page.reload()
  const leaving = page.getByRole('region', { name: 'Просят удалить свои данные' })
  await expect(leaving).toContainText('Бахром')
  await world.sql(`update sessions set confirmed_at = now()`)
  await leaving.getByRole('button', { name: 'Удалить данные' }).click()
  await expectFineOver(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить данные' }).click()
  await expect(leaving).toHaveCount(0)
  await cook.goto('/2')
  await expect(cook).toHaveURL(/\/intranet\//)
  await phone.close()

  await page.goto('/desk/admin/journal')
  await page.getByRole('combobox', { name: 'Что' }).selectOption({ label: 'Принят по плакату' })
  const lines = page.getByRole('main').getByRole('list').last().getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Удалённый сотрудник')
  await expect(lines).toContainText('«Плов Центр»')
  const download = page.waitForEvent('download')
  await button(page, 'Скачать CSV').click()
  expect((await download).suggestedFilename()).toBe('журнал.csv')

  // Whoever keeps the installation sees the businesses, and a ticket only for a reason.
  await page.goto('/desk/admin/businesses')
  await expect(heading(page, 'Бизнесы')).toBeVisible()
  const first = page.getByRole('main').getByRole('list').last().getByRole('listitem').first()
  await first.getByRole('button', { name: 'Прочитать тикет' }).click()
  await field(page, 'Номер тикета').fill('1001')
  await field(page, 'Причина').fill('Просит владелец бизнеса')
  await page.getByRole('dialog').getByRole('button', { name: 'Прочитать' }).click()
  await expect(page.getByRole('list', { name: 'Прочитать тикет' })).toBeVisible()
  await expectFineOver(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
  await expectFine(page)
})
