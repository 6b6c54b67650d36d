import type { Page } from '@playwright/test'
import { HOME_ELEMENT, type HomeLists } from '@podmoga/contract/home'
import { listMaterials } from '@podmoga/contract/knowledge'
import { expect, PEOPLE, SIZES, signIn, test, type Who } from './world.ts'

const HOME_JSON = new RegExp(`<script type="application/json" id="${HOME_ELEMENT}">(.*?)</script>`)
const APP_SCRIPT = /\/assets\/index-[\w-]+\.js$/

/** The lists inside a page, or null when it carries none. */
const listsIn = (html: string): HomeLists | null => JSON.parse(HOME_JSON.exec(html)?.[1] ?? 'null')

const enter = async (page: Page, who: Who) => {
  const { login, password } = PEOPLE[who]
  await page.request.post('/api/auth/sign-in/', { data: { login, password } })
}

const pageOf = async (page: Page, path: string): Promise<string> => (await page.request.get(path)).text()

/** Where everything of the home that can be pressed or read stands, in page pixels. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, li a, input)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, x, y, width, height]
    }),
  )

/** Holds the app's code back until the answer is called. */
const holdApp = async (page: Page) => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(APP_SCRIPT, async (route) => {
    await gate
    await route.continue()
  })
  return release
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  for (const [size, viewport] of Object.entries(SIZES))
    test(`the help home can be read and its articles opened, at ${size} width`, async ({ page, world }) => {
      await page.setViewportSize(viewport)
      await signIn(page, 'aziza', '/1')
      const faq = await (await world.as('aziza', '1'))(listMaterials, {})
      await expect(page.locator('#faq + div li')).toHaveText(faq.map(({ title }) => title))
      await expect(page.locator('#topics + div li')).toHaveCount(
        listsIn(await page.content())?.sections.length ?? -1,
      )
      await page.locator('#faq + div a').first().click()
      await expect(page).toHaveURL(/\/1\/section\/\d+\/material\/\d+\?subcategory=\d+$/)
    })
})

for (const [size, viewport] of Object.entries(SIZES))
  test(`the app takes the page over without moving anything, at ${size} width`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript(() => {
      const seen = { shift: 0, largest: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const release = await holdApp(page)
    await signIn(page, 'aziza', '/1')
    await page.evaluate(() => document.fonts.ready)
    const before = await placesOf(page)
    expect(before.length).toBeGreaterThan(20)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Поиск в базе знаний' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Переписка с поддержкой/ })).toBeAttached()
    const after = await placesOf(page)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(
      await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift),
    ).toBeLessThan(0.02)
  })

test('what was typed before the app came is searched for, and the focus stays', async ({ page }) => {
  const release = await holdApp(page)
  await signIn(page, 'aziza', '/1')
  await page.getByPlaceholder('Ваш вопрос').click()
  await page.keyboard.type('стоп')
  release()
  const field = page.getByRole('searchbox', { name: 'Поиск в базе знаний' })
  await expect(field).toHaveValue('стоп')
  await expect(field).toBeFocused()
  await page.keyboard.type('-лист')
  await expect(page.getByRole('list', { name: 'Результаты поиска' }).getByRole('link').first()).toContainText(
    /стоп-лист/i,
  )
})

test('a field that was left before the app came does not take the focus back', async ({ page }) => {
  const release = await holdApp(page)
  await signIn(page, 'aziza', '/1')
  await page.getByPlaceholder('Ваш вопрос').fill('стоп')
  await page.mouse.click(5, 5)
  release()
  const field = page.getByRole('searchbox', { name: 'Поиск в базе знаний' })
  await expect(field).toHaveValue('стоп')
  await expect(field).not.toBeFocused()
})

test('the page carries lists only for whoever may enter the restaurant', async ({
  page,
  world,
  playwright,
}) => {
  const stranger = await playwright.request.newContext({ baseURL: world.url })
  expect(listsIn(await (await stranger.get('/1')).text())).toBeNull()
  await stranger.dispose()

  await enter(page, 'aziza')
  const own = await page.request.get('/1')
  expect(own.headers()['cache-control']).toBe('private, no-cache')
  expect(own.headers().vary).toMatch(/cookie/i)
  expect(listsIn(await own.text())?.restaurant_id).toBe('1')
  for (const path of ['/1/tickets', '/1/profile', '/999999', '/9999999999999999999', '/'])
    expect([path, listsIn(await pageOf(page, path))]).toEqual([path, null])

  await page
    .context()
    .addCookies([{ name: 'user_tokens', value: '%7B%22access_token%22%3A1', url: world.url }])
  expect(listsIn(await pageOf(page, '/1'))).toBeNull()

  await enter(page, 'stranger')
  expect(listsIn(await pageOf(page, '/1'))).toBeNull()

  await enter(page, 'aziza')
  await world.sql(`update businesses set paid_until = '2020-01-01' where network = 'demo'`)
  await world.moveClock(5000)
  expect(listsIn(await pageOf(page, '/1'))).toBeNull()
})

test('a session that has ended draws nothing', async ({ page, world }) => {
  await enter(page, 'aziza')
  const cookies = await page.context().cookies()
  const { access_token } = JSON.parse(
    decodeURIComponent(cookies.find(({ name }) => name === 'user_tokens')?.value ?? ''),
  ) as { access_token: string }
  expect(listsIn(await pageOf(page, '/1'))).not.toBeNull()
  const out = await page.request.post('/api/auth/sign-out/', {
    headers: { Authorization: `Bearer ${access_token}` },
  })
  expect(out.status()).toBe(200)
  await page.context().addCookies(cookies)
  await world.moveClock(5000)
  expect(listsIn(await pageOf(page, '/1'))).toBeNull()
})

test('a title is text, whatever it looks like', async ({ page, world }) => {
  const title = `</script><script>document.title='!'</script><img src=x onerror=alert(1)> $& $1 <!--home-->`
  const call = await world.as('aziza', '1')
  const [first] = await call(listMaterials, {})
  await world.sql(`update materials set title = $t$${title}$t$ where id = ${first?.id}`)
  await enter(page, 'aziza')
  expect(listsIn(await pageOf(page, '/1'))?.faq[0]?.title).toBe(title)
  const release = await holdApp(page)
  await page.goto('/1')
  await expect(page.locator('#faq + div li').first()).toHaveText(title)
  release()
  await expect(
    page.getByRole('region', { name: 'Часто задаваемые вопросы' }).getByRole('link').first(),
  ).toHaveText(title)
  await expect(page).toHaveTitle(/Помощь$/)
  await expect(page.locator('img')).toHaveCount(0)
})

test('the page does not wait for a database that is busy', async ({ page, world }) => {
  await enter(page, 'aziza')
  const held = world.sql('do $$ begin lock table materials; perform pg_sleep(3); end $$')
  await page.waitForTimeout(300)
  const html = await pageOf(page, '/1')
  expect(listsIn(html)).toBeNull()
  expect(html).toContain('Поиск в базе знаний')
  await held
  await expect.poll(async () => listsIn(await pageOf(page, '/1'))?.restaurant_id).toBe('1')
})

test('a call that fails has the last word over what came with the page', async ({ page }) => {
  await enter(page, 'aziza')
  await page.route(/\/help_desk\/materials\/$/, (route) =>
    route.fulfill({ status: 500, json: { error: 'x' } }),
  )
  await page.goto('/1')
  const faq = page.getByRole('region', { name: 'Часто задаваемые вопросы' })
  await expect(faq.getByRole('alert')).toContainText('Не удалось загрузить')
  await page.unroute(/\/help_desk\/materials\/$/)
  await faq.getByRole('button', { name: 'Повторить' }).click()
  await expect(faq.getByRole('link')).toHaveCount(12)
})

test('while the calls are under way the lists in sight are called busy', async ({ page }) => {
  await enter(page, 'aziza')
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/help_desk\/(materials|sections)\/$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/1')
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(2)
  await expect(page.locator('[data-live-announcer]')).toHaveText('Загрузка…')
  await expect(page.getByRole('region', { name: 'Часто задаваемые вопросы' }).getByRole('link')).toHaveCount(
    12,
  )
  open()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
})
