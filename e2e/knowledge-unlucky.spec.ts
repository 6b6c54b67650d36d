import type { Page } from '@playwright/test'
import { listMaterials } from '@podmoga/contract/knowledge'
import { HOSTILE } from '../apps/server/src/knowledge/knowledge.testing.hostile.ts'
import { makeGate } from './screens.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  inBothThemes,
  SIZES,
  signIn,
  test,
  type World,
} from './world.ts'

const MATERIAL = (url: URL) => /\/help_desk\/materials\/\w+\/$/.test(url.pathname)
const SEARCH = (url: URL) => url.pathname.endsWith('/help_desk/materials/') && url.searchParams.has('search')
const results = (page: Page) => page.getByRole('list', { name: 'Результаты поиска' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The home with results for one word; its search field. */
const findPrinters = async (page: Page) => {
  await signIn(page, 'aziza', '/1')
  const field = page.getByRole('searchbox', { name: 'Поиск в базе знаний' })
  await field.fill('принтер')
  await expect(
    results(page)
      .getByRole('link', { name: /принтер/i })
      .first(),
  ).toBeVisible()
  return field
}

const firstMaterial = async (world: World) => {
  const [first] = await (await world.as('aziza', '1'))(listMaterials, {})
  if (first === undefined) throw new Error('the demo base has no frequent question')
  const { section, id, subcategory } = first
  return { ...first, path: `/1/section/${section}/material/${id}?subcategory=${subcategory}` }
}

test.describe('sixty pages in a minute', () => {
  test.use({ env: { RATE_LIMITS: 'off' } })

  test('X01 nothing of what attackers write runs in the browser, even past the server', async ({
    page,
    world,
    complaints,
  }) => {
    test.slow()
    const { path } = await firstMaterial(world)
    await signIn(page, 'aziza', '/1/tickets')
    const strayed: string[] = []
    page.on('dialog', (dialog) => {
      strayed.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    // What the policy stops is told as a request that failed, and leaves the browser as little as one never made.
    const canary: string[] = []
    await page.route(/evil\.test/, async (route) => {
      canary.push(route.request().url())
      await route.abort()
    })
    let content = ''
    await page.route(MATERIAL, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), content } })
    })
    const open = async (vectors: readonly string[]) => {
      content = vectors.map((vector, at) => `<p>Начало ${at}</p>${vector}`).join('')
      await page.goto(path)
      const first = page.getByRole('article').getByText('Начало 0', { exact: true })
      await expect(first).toBeVisible()
      expect([vectors, await page.evaluate(() => (window as unknown as { __x?: number }).__x)]).toEqual([
        vectors,
        undefined,
      ])
      // Tried as it is was only what neither stood within what another one left open nor left open itself.
      const apart = await first.evaluate((start) =>
        [...(start.parentElement?.children ?? [])].map(({ textContent }) => textContent),
      )
      const isApart = (at: number) => at === vectors.length || apart.includes(`Начало ${at}`)
      return vectors.filter((_, at) => !(isApart(at) && isApart(at + 1)))
    }
    let alone: string[] = []
    for (let at = 0; at < HOSTILE.length; at += 12)
      alone = alone.concat(await open(HOSTILE.slice(at, at + 12)))
    expect(alone.length).toBeLessThan(HOSTILE.length / 2)
    for (const vector of alone) expect(await open([vector])).toEqual([])
    expect([strayed, canary]).toEqual([[], []])
    // The policy stops what the cleaner's own parsing of them tries, and says so.
    for (const complaint of complaints.splice(0))
      expect(complaint).toMatch(/Content Security Policy|^https?:\/\/evil\.test is asked for/)
  })
})

test('on a slow line what was found before does not pass for the answer', async ({ page }) => {
  const field = await findPrinters(page)
  const gate = makeGate()
  await page.route(SEARCH, async (route) => {
    await gate.wait
    await route.continue()
  })
  await field.fill('терминал')
  await expect(page.locator('[data-live-announcer]')).toHaveText('Загрузка…')
  await expect(results(page).getByRole('link')).toHaveText(['Написать тикет'])
  gate.open()
  await expect(
    results(page)
      .getByRole('link', { name: /терминал/i })
      .first(),
  ).toBeVisible()
})

test('without a network a search says so instead of showing older results', async ({ page, context }) => {
  const field = await findPrinters(page)
  await context.setOffline(true)
  await field.fill('абракадабра')
  await expect(page.getByText('Нет соединения. Покажем, когда сеть вернётся.')).toBeVisible()
  await expect(results(page).getByRole('link')).toHaveText(['Написать тикет'])
  // What this device has read is searched, and is called that.
  await field.fill('терминал')
  const kept = page.getByText('Нет соединения. Вот что нашлось среди прочитанного на этом устройстве.')
  await expect(kept).toBeVisible()
  await expect(results(page).getByRole('link')).toHaveText([/^Терминал/, 'Написать тикет'])
  await context.setOffline(false)
  await expect(kept).toBeHidden()
  await expect(
    results(page)
      .getByRole('link', { name: /терминал/i })
      .first(),
  ).toBeVisible()
})

test('a page whose text did not come has its name, its heading and a way on', async ({ page, world }) => {
  await page.setViewportSize(SIZES.phone)
  const { path, section } = await firstMaterial(world)
  await signIn(page, 'aziza', '/1')
  await page.route(MATERIAL, (route) => route.abort())
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('Не удалось загрузить материал')
  await expect(title(page)).toHaveText('Материал')
  await expect(page).toHaveTitle('Материал · Помощь')
  await expectAccessibleEverywhere(page)
  await page.unroute(MATERIAL)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('article')).toBeVisible()

  await world.sql(
    `update materials m set published_at = null from subcategories c where c.id = m.subcategory_id and c.section_id = ${section}`,
  )
  await page.goto(`/1/section/${section}/`)
  await expect(page.getByRole('main').getByText('нет данных').first()).toBeVisible()
  await expect(title(page)).toHaveCount(1)
  await expect(page).toHaveTitle(/^(?!Поиск).+ · Помощь$/)
  await expectAccessibleEverywhere(page)
})

test('between a phone and a desk the support’s number is still the name of its link', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 })
  await signIn(page, 'aziza', '/1')
  await expect(page.getByRole('banner').getByRole('link', { name: /^\+?[\d\s()-]{7,}$/ })).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
})
