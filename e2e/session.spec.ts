import type { BrowserContext } from '@playwright/test'
import { expect, SIZES, signIn, test } from './world.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenUntil = (exp: number): string => `${part({ alg: 'ES256' })}.${part({ sub: 'nobody', exp })}.c2ln`

const stored = async (context: BrowserContext): Promise<Record<string, unknown> | null> => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'user_tokens')
  return cookie === undefined ? null : JSON.parse(decodeURIComponent(cookie.value))
}
const store = (context: BrowserContext, url: string, session: object) =>
  context.addCookies([{ name: 'user_tokens', value: encodeURIComponent(JSON.stringify(session)), url }])

test('without a session every page leads to the authentication site and back', async ({ page }) => {
  await page.goto('/1/tickets?status=processed')
  await page.waitForURL(/\/intranet\//)
  expect(new URL(page.url()).searchParams.get('return_to')).toBe('/1/tickets?status=processed')
  await page.goto('/')
  await page.waitForURL(/\/intranet\//)
  expect(new URL(page.url()).searchParams.get('return_to')).toBeNull()
})

test('any other path is a plain 404', async ({ page, complaints }) => {
  await page.goto('/1/nothing/here')
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toHaveAttribute('lang', 'en')
  expect(complaints).toEqual([])
})

for (const [name, token] of [
  ['expired', tokenUntil(1)],
  ['unreadable', 'nonsense'],
] as const)
  test(`an ${name} token is refused locally and cleared`, async ({ page, context, world }) => {
    await store(context, world.url, { access_token: token, business: { id: '1', network: 'demo' }, id: '1' })
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(users|help_desk)/.test(request.url())) asked.push(request.url())
    })
    await page.goto('/1/tickets')
    await page.waitForURL(/\/intranet\//)
    expect(asked).toEqual([])
    expect(await stored(context)).toBeNull()
  })

test('an expired token is renewed once for all the calls of a page', async ({ page, context, world }) => {
  await signIn(page, 'aziza', '/1/tickets')
  await page.goto('/x/y/z')
  const session = await stored(context)
  await store(context, world.url, { ...session, access_token: tokenUntil(1) })
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/renew/')) renewals += 1
  })
  await page.goto('/1/tickets')
  await expect(page.getByRole('link', { name: /Тикет №/ }).first()).toBeVisible()
  expect(renewals).toBeLessThanOrEqual(1)
})

test('every request bears the four headers', async ({ page }) => {
  await signIn(page, 'aziza', '/1')
  const request = page.waitForRequest(/help_desk\/tickets\/\?/)
  await page.goto('/2/tickets')
  const headers = (await request).headers()
  expect(headers.authorization).toMatch(/^Bearer ./)
  expect(headers['accept-language']).toBe('ru')
  expect(headers.authrestaurantid).toBe('2')
  expect(headers.authbusinessnetwork).toBe('demo')
})

test('the route’s restaurant is written back, and / leads to it', async ({ page, context }) => {
  await signIn(page, 'aziza', '/3/tickets')
  await expect.poll(async () => (await stored(context))?.id).toBe('3')
  await page.goto('/')
  await expect(page).toHaveURL(/\/3$/)
})

test('a restaurant of others leads away once, then the door is shown closed', async ({ page }) => {
  await signIn(page, 'timur', '/2/tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'Тикеты' })).toBeVisible()
  await page.goto('/1/tickets')
  await page.waitForURL(/\/(intranet\/|2)/)
  await page.goto('/1/tickets')
  await expect(page.getByRole('heading', { name: 'У вас нет доступа к этому ресторану' })).toBeVisible()
})

test('an ended subscription clears the tokens', async ({ page, context }) => {
  await signIn(page, 'aziza', '/1')
  // The authentication site would otherwise let the person in again at once.
  await page.route('**/auth/renew/', (route) =>
    route.fulfill({ status: 401, json: { error: 'Нужно войти в систему.', code: 'unauthorized' } }),
  )
  await page.route('**/help_desk/tickets/?**', (route) =>
    route.fulfill({ status: 403, json: { error: 'Подписка закончилась', subscription_expired: true } }),
  )
  await page.goto('/1/tickets')
  await page.waitForURL(/\/intranet\//)
  expect(await stored(context)).toBeNull()
})

test('switching the restaurant and logging out reach the other tab', async ({ page, context }) => {
  await signIn(page, 'aziza', '/1/tickets')
  const other = await context.newPage()
  await other.goto('/1/tickets')
  await other.getByRole('button', { name: 'Ресторан: Чайхана Навруз' }).click()
  await other.getByRole('option', { name: 'Плов Центр' }).click()
  await expect(other).toHaveURL(/\/2$/)
  await expect(page).toHaveURL(/\/2$/, { timeout: 2000 })
  await other.getByRole('button', { name: 'Азиза' }).click()
  await other.getByRole('menuitem', { name: 'Выход' }).click()
  await other.waitForURL(/\/intranet\//)
  await page.waitForURL(/\/intranet\//, { timeout: 2000 })
  expect(await stored(context)).toBeNull()
})

test('the phone’s menu holds what the desktop’s bar offers', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'aziza', '/1/tickets')
  await page.getByRole('button', { name: 'Меню' }).click()
  const menu = page.getByRole('dialog', { name: 'Меню' })
  await expect(menu.getByText('Азиза')).toBeVisible()
  for (const name of ['Поиск', /^Тикеты/, 'Мой аккаунт', 'Все рестораны', 'Интранет', 'Панель управления'])
    await expect(menu.getByRole('link', { name })).toBeVisible()
  await menu.getByRole('button', { name: 'Закрыть' }).click()
  await expect(menu).toBeHidden()
})
