import type { Page } from '@playwright/test'
import {
  expect,
  expectFineEverywhere,
  forgetPerson,
  PEOPLE,
  signInByHand,
  test,
  type Who,
} from '../lib/world.ts'

// Messages about missing input and refusals, and waiting, are tested in intranet.view.test.tsx; rate limits in sign-in.test.ts.
const login = (page: Page) => page.getByRole('textbox', { name: 'Почта или телефон' })
const password = (page: Page) => page.getByLabel('Пароль', { exact: true })
const enter = (page: Page) => page.getByRole('button', { name: 'Войти' })
const places = (page: Page) => page.getByRole('heading', { name: 'Рестораны' })

const fillAndEnter = async (page: Page, who: Who, given: { login?: string; password?: string } = {}) => {
  await login(page).fill(given.login ?? PEOPLE[who].login)
  await password(page).fill(given.password ?? PEOPLE[who].password)
  await enter(page).click()
}

test('says what is missing and what is wrong, lets in to the list, knows who is signed in already, and forgets them after «Выход»', async ({
  page,
  world,
}) => {
  await page.goto('/intranet/')
  await expect(page).toHaveTitle('Вход · Подмога')
  await expect(login(page)).toHaveAttribute('autocomplete', 'username')
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await enter(page).click()
  await expect(page.getByText('Обязательное поле')).toHaveCount(2)
  await expect(login(page)).toBeFocused()
  await expectFineEverywhere(page)
  await login(page).fill('aziza@demo.test')
  await expect(page.getByText('Обязательное поле')).toHaveCount(1)

  await fillAndEnter(page, 'aziza', { password: 'wrong' })
  await expect(page.getByRole('alert')).toHaveText('Неверный логин или пароль.')
  await expect(password(page)).toBeFocused()

  await page.getByRole('button', { name: 'Показать: Пароль' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  // A password manager may fill a field without any event.
  await password(page).evaluate((field: HTMLInputElement, filled) => {
    field.value = filled
  }, PEOPLE.aziza.password)
  await enter(page).click()
  await expect(places(page)).toBeVisible()
  const links = page.getByRole('main').getByRole('link')
  await expect(links).toHaveText(['Кофейня Регистан', 'Плов Центр', 'Чайхана Навруз'])
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/3',
    '/2',
    '/1',
  ])

  // The page's own cookie is gone; the renewal cookie still identifies the session.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'user_tokens' })
  await page.goto('/intranet/')
  await expect(places(page)).toBeVisible()
  await expect(page.getByText('Здравствуйте, Азиза!')).toBeVisible()

  await page.getByRole('button', { name: 'Выход' }).click()
  await expect(enter(page)).toBeVisible()
  await page.reload()
  await expect(enter(page)).toBeVisible()
  const [{ open }] = (await world.sql(
    'select count(*)::int as open from sessions where ended_at is null',
  )) as [{ open: number }]
  expect(open).toBe(0)

  // A person who is also an agent sees the desk above the restaurants.
  await world.sql(
    `insert into desk_members (person_id, business_id, role)
       select id, business_id, 'agent' from people where email like 'aziza@%'`,
  )
  await fillAndEnter(page, 'aziza')
  await expect(page.getByRole('link', { name: /Рабочее место поддержки/ })).toBeVisible()
  await expectFineEverywhere(page)
})

test('leads back to where the person was going, not again and again, and never to another site or a closed door', async ({
  page,
}) => {
  const wanted = '/2/tickets?status=processed'
  const door = (path: string) => `/intranet/?return_to=${encodeURIComponent(path)}`
  await signInByHand(page, 'aziza', wanted)
  expect(page.url()).toContain(wanted)
  await page.goto(door(wanted))
  await page.waitForURL((url) => url.pathname === '/2/tickets')
  // A page that redirects back is not tried again.
  await page.goto(door(wanted))
  await expect(places(page)).toBeVisible()
  await expect(page.getByText('Страница, на которую вы шли, вам недоступна')).toBeVisible()

  // Other values are tested in return-to.test.ts.
  for (const path of ['//evil.example/', '/9/tickets']) {
    await forgetPerson(page)
    await page.goto(door(path))
    await fillAndEnter(page, 'aziza')
    await expect(places(page), path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/intranet/')
  }
})

test('leads by phone to the only restaurant, an agent to the desk, nobody with nowhere to go', async ({
  page,
  world,
}) => {
  // A phone number is accepted as typed.
  await world.sql(
    `update people set phone = '+998935550011', phone_verified_at = now() where email like 'timur@%'`,
  )
  await page.goto('/intranet/')
  await fillAndEnter(page, 'timur', { login: '+998 93 555-00-11' })
  await page.waitForURL('**/2')
  expect(new URL(page.url()).pathname).toBe('/2')

  await world.sql(`delete from memberships using people where id = person_id and email like 'timur@%'`)
  await forgetPerson(page)
  await page.goto('/intranet/')
  await fillAndEnter(page, 'timur')
  await expect(page.getByRole('heading', { name: 'Вам пока не открыли ни один ресторан' })).toBeVisible()
  await page.getByRole('button', { name: 'Выход' }).click()
  await fillAndEnter(page, 'agent')
  await page.waitForURL('**/desk/')
  await expect(page.getByRole('heading', { name: 'Очередь' })).toBeVisible()
})
