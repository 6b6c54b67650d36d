import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { picture } from '../lib/guide.ts'
import { expectFine, expectFineOver } from '../lib/looks.ts'
import { walkTo } from '../lib/walk-to.ts'
import { expect, expectFineEverywhere, forgetPerson, PEOPLE, signIn, test } from '../lib/world.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const MINUTE = 60_000

test.describe('two steps', () => {
  test.use({ env: { OWN_ADDRESS: 'yes', PROVIDER_INSIDE_HOSTS: 'localhost' } })

  test('an admin asks two steps of the desk, sets theirs up, and signs in with a code, a recovery code, a passkey and through the company', async ({
    page,
    world,
  }) => {
    await signIn(page, 'admin', '/desk/admin/settings')
    // Long after the sign-in an important action needs confirmation, and ticked options stay ticked.
    await world.moveClock(11 * MINUTE)
    await page.getByRole('checkbox', { name: 'Вход в два шага для рабочего места' }).check()
    await button(page, 'Сохранить: Вход').click()
    const sure = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
    await sure.getByLabel('Ваш пароль', { exact: true }).fill('not mine')
    await button(page, 'Подтвердить').click()
    await expect(sure.getByText('Неверный пароль.')).toBeVisible()
    await expectFineOver(page)
    await sure.getByLabel('Ваш пароль', { exact: true }).fill(PEOPLE.admin.password)
    await button(page, 'Подтвердить').click()

    // An admin must set it up before requiring it of others.
    await expect(page.getByText('Сначала настройте второй шаг себе').first()).toBeVisible()
    await walkTo(page, '/desk/security')
    await button(page, 'Включить коды приложения').click()
    await expect(page.getByRole('img', { name: 'QR-код для приложения с кодами' })).toBeVisible()
    await expectFine(page)
    const shown = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) })
    // The server's clock is ahead of this machine's.
    let ahead = 11 * MINUTE
    const code = () => totp.generate({ timestamp: Date.now() + ahead })
    await page.getByLabel('Код из приложения', { exact: true }).fill('000000')
    await button(page, 'Подтвердить код').click()
    await expect(page.getByText('Код не подошёл')).toBeVisible()
    await page.getByLabel('Код из приложения', { exact: true }).fill(code())
    await button(page, 'Подтвердить код').click()
    await expect(page.getByRole('heading', { name: 'Коды восстановления' })).toBeVisible()
    await expectFine(page)
    const [recovery = ''] = await page.getByRole('listitem').allTextContents()
    await button(page, 'Я сохранил коды').click()
    await walkTo(page, '/desk/admin/settings')
    await page.getByRole('checkbox', { name: 'Вход в два шага для рабочего места' }).check()
    await button(page, 'Сохранить: Вход').click()
    await expect(page.getByText('Сохранено')).toBeVisible()

    // The others have a day, and are told so in the desk.
    await signIn(page, 'agent', '/desk')
    await expect(page.getByText(/С .+ вход в рабочее место — в два шага/)).toBeVisible()
    await expectFine(page)
    await world.sql(`update business_settings set changed_at = changed_at - interval '1 day'`)
    await world.sql(`select pg_notify('business_settings', business_id::text) from business_settings`)
    await expect(async () => {
      await page.reload()
      await expect(heading(page, 'Нужен второй шаг')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expectFine(page)

    const enter = async () => {
      await forgetPerson(page)
      await page.goto('/intranet/?return_to=/desk/security')
      await page.getByLabel('Почта или телефон').fill(PEOPLE.admin.login)
      await page.getByLabel('Пароль', { exact: true }).fill(PEOPLE.admin.password)
      await button(page, 'Войти').click()
      await expect(heading(page, 'Второй шаг')).toBeVisible()
    }
    await world.moveClock(MINUTE)
    ahead += MINUTE
    await enter()
    await expectFine(page)
    await page.getByLabel('Код из приложения', { exact: true }).fill(code())
    await expect(heading(page, 'Вход и безопасность')).toBeVisible()
    await expect(page.getByText('Осталось: 10 кодов')).toBeVisible()
    await enter()
    await button(page, 'Нет телефона под рукой?').click()
    await page.getByLabel('Код восстановления', { exact: true }).fill(recovery.toLowerCase())
    await button(page, 'Войти').click()
    await expect(page.getByText('Осталось: 9 кодов')).toBeVisible()

    const browser = await page.context().newCDPSession(page)
    await browser.send('WebAuthn.enable')
    await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByRole('textbox', { name: 'Название ключа' }).fill('Ноутбук')
    await button(page, 'Добавить ключ доступа').click()
    await button(page, 'Переименовать: Ноутбук').click()
    await page.getByRole('dialog').getByLabel('Название ключа').fill('Рабочий ноутбук')
    await expectFineOver(page)
    await button(page, 'Сохранить').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Рабочий ноутбук' })).toContainText(
      'использован',
    )
    await expectFineEverywhere(page)
    await picture(page, 'second-step')
    await forgetPerson(page)
    await page.goto('/intranet/?return_to=/desk/security')
    await button(page, 'По ключу доступа').click()
    await expect(heading(page, 'Вход и безопасность')).toBeVisible()

    const company = await world.provider(PEOPLE.admin.login)
    await walkTo(page, '/desk/admin/sign-in')
    await button(page, 'Добавить провайдера').click()
    const added = page.getByRole('dialog', { name: 'Новый провайдер' })
    await button(page, 'Сохранить').click()
    await expect(added.getByText('Обязательное поле')).toHaveCount(4)
    await added.getByLabel('Название на кнопке').fill('Плов Центр')
    await added.getByLabel('Issuer').fill(company.issuer)
    await added.getByLabel('Client ID').fill(company.client_id)
    await added.getByLabel('Секрет', { exact: true }).fill(company.client_secret)
    await expectFineOver(page)
    await button(page, 'Сохранить').click()
    const line = page.getByRole('listitem').filter({ hasText: 'Плов Центр' })
    await expect(line.getByText(/\/intranet\/callback\/1$/)).toBeVisible()
    await line.getByRole('button', { name: 'Проверить' }).click()
    await expect(page.getByText('«Плов Центр» отвечает')).toBeVisible()
    await expectFine(page)
    await picture(page, 'provider')
    const door = (await page.getByText(/\/intranet\/\?network=/).textContent()) ?? ''
    await forgetPerson(page)
    // The provider's own pages load a font from the internet before they render.
    await page.route('https://fonts.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    )
    await page.goto(door)
    await expect(button(page, 'Через «Плов Центр»')).toBeVisible()
    await picture(page, 'door')
    await button(page, 'Через «Плов Центр»').click()
    await expect(async () => {
      // On a busy machine the provider's page moves the focus, and typed text is lost.
      await page.locator('input[name=password]').fill('any')
      await page.locator('input[name=login]').fill('1')
      await button(page, 'Sign-in').click()
      await expect(button(page, 'Continue')).toBeVisible({ timeout: 5000 })
    }).toPass()
    await button(page, 'Continue').click()
    // The company's provider is the first step; the second step is asked here.
    await expect(heading(page, 'Второй шаг')).toBeVisible()
    await expect(page).toHaveURL(/\/intranet\/callback\/1$/)
    await button(page, 'По ключу доступа').click()
    await expect(page).toHaveURL(/\/desk\//)
    // The desk leads an admin on once it has started, which would undo the next walk.
    await expect(heading(page, 'С чего начать')).toBeVisible()

    await walkTo(page, '/desk/security')
    await button(page, 'Убрать: Рабочий ноутбук').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Убрать' }).click()
    await expect(page.getByText('Ключей пока нет')).toBeVisible()

    // A cook has no desk: passkeys are in the profile, and important actions are confirmed without leaving the page.
    await signIn(page, 'aziza', '/1/profile')
    await page.getByRole('link', { name: 'Ключи доступа и вход в два шага' }).click()
    await expect(heading(page, 'Вход и безопасность')).toBeVisible()
    await world.sql(`update sessions set confirmed_at = null`)
    await page.getByRole('textbox', { name: 'Название ключа' }).fill('Мой телефон')
    await button(page, 'Добавить ключ доступа').click()
    await sure.getByLabel('Ваш пароль', { exact: true }).fill(PEOPLE.aziza.password)
    await button(page, 'Подтвердить').click()
    await expect(page.getByRole('heading', { name: 'Коды восстановления' })).toBeVisible()
    await button(page, 'Я сохранил коды').click()
    await expect(button(page, 'Убрать: Мой телефон')).toBeVisible()
    await expectFine(page)
    await page.getByRole('link', { name: 'К профилю' }).click()
    await expect(heading(page, 'Данные вашего профиля')).toBeVisible()
  })
})
