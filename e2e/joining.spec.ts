import type { Page } from '@playwright/test'
import { getPoster } from '@podmoga/contract/desk/joining'
import { expect, expectAccessible, expectAccessibleEverywhere, SIZES, signIn, test } from './world.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a newcomer scans the poster of a restaurant, waits, is admitted by one tap and comes in', async ({
  page,
  world,
  browser,
}) => {
  await signIn(page, 'admin', '/desk/admin/people')
  await page.getByRole('link', { name: 'Плакат с QR-кодом' }).click()
  await page.getByRole('combobox', { name: 'Ресторан' }).selectOption({ label: 'Плов Центр' })
  await button(page, 'Сделать плакат').click()
  const poster = page.getByRole('region', { name: 'Вид плаката' })
  await expect(poster).toContainText('Плов Центр')
  await expect(poster.getByRole('img', { name: 'QR-код плаката' })).toBeVisible()
  await expectAccessibleEverywhere(page)
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
  await expectAccessibleEverywhere(cook)
  await button(cook, 'Попросить доступ').click()
  await expect(cook.getByText('Необходимо указать имя')).toBeVisible()
  await field(cook, 'Имя').fill('Бахром')
  await field(cook, 'Телефон').fill('90 777 66 55')
  await button(cook, 'Попросить доступ').click()
  await expect(heading(cook, 'Подтвердите телефон')).toBeVisible()
  await expectAccessible(cook)
  const codeSent = async () =>
    /\d{6}/.exec((await world.mail()).sms.find(({ to }) => to === '+998907776655')?.text ?? '')?.[0] ?? ''
  await expect.poll(codeSent).not.toBe('')
  await field(cook, 'Код из SMS').fill(await codeSent())
  await button(cook, 'Подтвердить').click()
  await expect(heading(cook, 'Ждём управляющего')).toBeVisible()
  await expectAccessible(cook)
  await cook.reload()
  await expect(heading(cook, 'Ждём управляющего')).toBeVisible()

  await page.goto('/desk/admin/people')
  const asking = page.getByRole('region', { name: 'Просят доступ' })
  await expect(asking.getByRole('listitem')).toContainText('Бахром')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Принять' }).click()
  await expect(asking).toHaveCount(0)
  // The newcomer's page moves on by itself.
  await expect(heading(cook, 'Вас приняли')).toBeVisible()
  await cook.getByLabel('Придумайте пароль', { exact: true }).fill('Samsa-s-tykvoy-8')
  await button(cook, 'Войти').click()
  await expect(cook).toHaveURL(/\/2\/?$/)
  await phone.close()
})
